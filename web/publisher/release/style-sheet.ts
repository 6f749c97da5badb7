import { ASSETS } from '../../../api/contract/site-headers.ts'
import { hashOf } from '../../content/snapshot.ts'

/** The id of the element with the rules of all that is below it in a page. */
export const BELOW = 'below'

/** A file of a release that a page asks for. */
export interface StyleSheet {
  /** Its path in the release, which changes with its text. */
  file: string
  css: string
}

export function styleSheetOf(css: string): StyleSheet {
  return { file: `${ASSETS}${BELOW}-${hashOf(css)}.css`, css }
}

/**
 * Parsers wait here for the rules of all that follows (Firefox for the script behind it), while what is above is drawn.
 */
export function styleSheetTag({ file }: Pick<StyleSheet, 'file'>): string {
  return `<link rel="stylesheet" id="${BELOW}" href="/${file}"/>`
}

const TAG = new RegExp(styleSheetTag({ file: '([^"]+)' }))

/** The path in its release of a page's style sheet; undefined where the page has all its rules in it. */
export function styleSheetIn(html: string): string | undefined {
  return TAG.exec(html)?.[1]
}
