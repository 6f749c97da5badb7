import { decodeEntities } from '../render/markup.ts'

// React escapes every < and > outside of a tag, and closes every element: a scan is enough.
const TOKEN = /<(\/?)([a-z][\w:-]*)([^>]*?)(\/?)>|<!--.*?-->|([^<]+)/gis
/** Elements whose text is not read in the page. */
const UNREAD = new Set(['script', 'style', 'svg', 'template', 'noscript'])
/** Elements within a line of text; all others begin a new text. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'em',
  'i',
  'mark',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
])
const DESCRIPTION = /<meta name="description" content="([^"]*)"/

/** The texts of a page as visitors and search engines read them, in its order: one for each line or paragraph. */
export function pageTexts(html: string): string[] {
  const texts: string[] = []
  let line = ''
  let unread = ''
  let depth = 0
  function end(): void {
    const text = line.replaceAll(/\s+/g, ' ').trim()
    if (text !== '') texts.push(text)
    line = ''
  }
  const description = DESCRIPTION.exec(html)?.[1]
  if (description !== undefined) texts.push(decodeEntities(description))
  for (const [, slash, tag, , selfClosed, text] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase() ?? ''
    if (unread !== '') {
      if (name === unread && !selfClosed) depth += slash ? -1 : 1
      if (depth === 0) unread = ''
    } else if (text !== undefined) line += decodeEntities(text)
    else if (UNREAD.has(name) && !slash && !selfClosed) [unread, depth] = [name, 1]
    // The words of a headline, and some lines, are spans of their own.
    else if (name === 'br' || (name === 'span' && slash)) line += ' '
    else if (tag !== undefined && !INLINE.has(name)) end()
  }
  end()
  return texts
}
