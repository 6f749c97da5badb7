/** Breakpoints are constants: a CSS variable can't stand in a media query. */
export const from = {
  s: '@media (min-width:640px)',
  m: '@media (min-width:768px)',
  stage: '@media (min-width:900px)',
  l: '@media (min-width:1024px)',
  xl: '@media (min-width:1180px)',
  full: '@media (min-width:1380px)',
  wide: '@media (min-width:1920px)',
} as const

export const below = {
  xs: '@media (max-width:479px)',
  s: '@media (max-width:639px)',
  m: '@media (max-width:767px)',
  stage: '@media (max-width:899px)',
  l: '@media (max-width:1023px)',
  xl: '@media (max-width:1179px)',
} as const

/** The header's menu takes over: narrower than 768 px or lower than 500 px. */
export const collapsed = '@media (max-width:767px),(max-height:499px)'
/** Between a phone and a full header: the sections stand in a second row. */
export const twoRows = '@media (min-width:768px) and (max-width:1179px)'
export const low = '@media (max-height:499px)'
export const reducedMotion = '@media (prefers-reduced-motion:reduce)'
export const screen = '@media screen'
export const print = '@media print'
/** The reader's own colours stand in for the site's. */
export const forcedColors = '@media (forced-colors:active)'
/** Where the site's own colours show: neither on paper nor under forced colours. */
export const painted = '@media screen and (forced-colors:none)'
/** Selectors for with and without scripts: the head's inline script marks the root before first paint. */
export const scripted = ':root[data-js] &'
export const scriptless = ':root:not([data-js]) &'
/** The dark theme, by choice or by the system where nothing was chosen. */
export function inDark(rules: string): string {
  return `${painted}{[data-theme=dark] &{${rules}}}${painted} and (prefers-color-scheme:dark){:root:not([data-theme=light]) &{${rules}}}`
}
