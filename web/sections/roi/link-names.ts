// Constants alone: the bundler writes them where they are used, as a page's first script must not fetch the calculator.

/** Start of the fragment in a shared address, whatever page the calculator is on: the inputs follow as a query. */
export const ROI_LINK = '#roi?'

/** Marks of an entry of the browser's history: whose inputs were read, and where the calculator was scrolled to. */
export const READ = 'roiRead'
export const SHOWN = 'roiShown'
