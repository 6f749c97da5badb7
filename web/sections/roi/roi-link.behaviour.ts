import { ROI_LINK, SHOWN } from './link-names.ts'

/**
 * Scrolls to the calculator when the address holds its inputs: `#roi?hours=2` is no anchor. Back, Forward and a reload
 * keep the place where the page was left. The island's code reads the inputs; this is fetched as the page opens, so it
 * imports constants alone, which are written into it.
 */
export function attach(element: HTMLElement): void {
  const follow = () => {
    if (!location.hash.startsWith(ROI_LINK) || history.state?.[SHOWN]) return
    history.replaceState({ ...history.state, [SHOWN]: true }, '')
    element.scrollIntoView()
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type === 'navigate') follow()
  addEventListener('hashchange', follow)
}
