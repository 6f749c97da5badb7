// Apart from the theme, whose other constants are in React's file, which a page must not fetch at its start: the bundler
// writes these where they are used, and nothing of this file remains.

/** A phone: there, examples are swiped. */
export const PHONE = '(max-width:39.999em)'
/** The header's menu takes over: narrower than 768 px or lower than 500 px. */
export const COLLAPSED = '(max-width:47.999em),(max-height:31.249em)'
/** Room for drawings that move. */
export const ROOMY = '(min-width:64em)'
