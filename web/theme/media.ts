import { COLLAPSED, PHONE, ROOMY } from '../browser/windows.ts'

/**
 * Breakpoints are constants, as a media query can't use a CSS variable. They are in em, so that whoever reads at twice
 * the text size gets the layout with room for it; by default, 1em is 16 px.
 */
export const from = {
  s: '@media (min-width:40em)',
  m: '@media (min-width:48em)',
  stage: '@media (min-width:56.25em)',
  l: `@media ${ROOMY}`,
  xl: '@media (min-width:73.75em)',
  wide: '@media (min-width:120em)',
} as const

/**
 * Each ends 0.001 em before the next begins: where a window is zoomed, its width may be no whole number of px, and less
 * than that is lost where browsers round.
 */
export const below = {
  xxs: '@media (max-width:22.499em)',
  xs: '@media (max-width:29.999em)',
  s: `@media ${PHONE}`,
  m: '@media (max-width:47.999em)',
  stage: '@media (max-width:56.249em)',
  l: '@media (max-width:63.999em)',
  xl: '@media (max-width:73.749em)',
  full: '@media (max-width:86.249em)',
} as const

export const collapsed = `@media ${COLLAPSED}`
/** Between a phone and a full header: the sections stand in a second row. */
export const twoRows = '@media (min-width:48em) and (max-width:73.749em)'
/** A phone whose window is too low for a whole record and what it was made of. */
export const lowPhone = `@media ${PHONE} and (max-height:47.499em)`
export const low = '@media (max-height:31.249em)'
export const moreContrast = '@media (prefers-contrast:more)'
export const reducedMotion = '@media (prefers-reduced-motion:reduce)'
/** A pointer can rest without a press: after a tap, a phone keeps `:hover` until the next one. */
export const hovering = '@media (hover:hover)'
export const screen = '@media screen'
export const print = '@media print'
/** The reader's own colours replace the site's. */
export const forcedColors = '@media (forced-colors:active)'
/** Where the site's own colours show: neither on paper nor under forced colours. */
export const painted = '@media screen and (forced-colors:none)'
/** Selectors for pages with and without scripts: the head's inline script marks the root before first paint. */
export const scripted = ':root[data-js] &'
/**
 * A scripted page that opened at its top, until something leads further down or all of it is laid out. When the
 * attribute is removed, the elements that its selectors end with are restyled: one that ends with `*` would restyle the
 * whole page.
 */
export const readFromTop = ':root[data-below] &'
export const scriptless = ':root:not([data-js]) &'
/**
 * The dark theme, chosen, or the system's where nothing was chosen. It applies under forced colours, too: Safari before
 * 16 does not know those, and would have no dark theme.
 */
export function inDark(rules: string): string {
  return `${screen}{[data-theme=dark] &{${rules}}}${screen} and (prefers-color-scheme:dark){:root:not([data-theme=light]) &{${rules}}}`
}
