/** The built `index.html`, split where a page's own parts go. */
export interface Template {
  beforeHead: string
  afterHead: string
  end: string
  /** Address of the one font file, for `@font-face`. */
  font: string
}

const HEAD = '<!--head-->'
const ROOT = '<div id="root"></div>'

/** Splits a built template. Throws when a placeholder is missing, since every page would be broken. */
export function parseTemplate(html: string): Template {
  const font = /href="([^"]+)"[^>]*as="font"/.exec(html)?.[1]
  const [start, rest] = html.split(HEAD)
  const [afterHead, end] = (rest ?? '').split(ROOT)
  if (!font || start === undefined || afterHead === undefined || end === undefined) {
    throw new Error(`web/index.html needs a font preload, ${HEAD} and ${ROOT}.`)
  }
  return { beforeHead: squeeze(start), afterHead: squeeze(afterHead), end: squeeze(end), font }
}

function squeeze(html: string): string {
  const tags = html.replace(/(^|>)\s*\n\s*|\s*\n\s*($|<)/g, '$1$2')
  // Inside a tag, a line break separates two attributes.
  return tags.replace(/\s*\n\s*/g, ' ')
}
