import { dropTraces } from './pasted-traces.ts'

/** Block elements other than tables. */
const BLOCKS =
  'address, article, aside, blockquote, center, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, ul'

/**
 * Pasted HTML without what rich text of this site has no form for: rows of tables become items of a list, with their
 * first cell in bold, tables of one column the paragraphs in it, headings take the nearest level that there is, and
 * what word processors leave in it goes.
 * @param headings allowed levels, such as `h2` and `h3`; without any, headings become paragraphs
 * @returns undefined where nothing needs to change
 */
export function plainHtml(html: string, headings: readonly string[]): string | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const hadTraces = dropTraces(page)
  const hadSpaces = holdSpaces(page)
  const tables = [...page.querySelectorAll('table')]
  const strange = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(
    ({ localName }) => headings.length > 0 && !headings.includes(localName),
  )
  if (tables.length === 0 && strange.length === 0 && !hadTraces && !hadSpaces) return undefined
  for (const heading of strange) {
    const last = headings.at(-1) ?? 'p'
    rename(heading, heading.localName < last ? (headings[0] ?? last) : last)
  }
  // Inner tables first: tables used for layout may contain others.
  for (const table of tables.toReversed()) table.replaceWith(...contentOf(table))
  return page.documentElement.outerHTML
}

/**
 * Gives spaces between words that no paragraph holds an element of their own, as the editor would drop them: Firefox
 * copies a part of a paragraph without the paragraph.
 * @returns whether there were any
 */
function holdSpaces({ body }: Document): boolean {
  const spaces = [...body.childNodes].filter(
    (node) =>
      node instanceof Text &&
      node.data.trim() === '' &&
      isWord(node.previousSibling) &&
      isWord(node.nextSibling),
  )
  for (const space of spaces) {
    const held = document.createElement('span')
    held.textContent = ' '
    space.replaceWith(held)
  }
  return spaces.length > 0
}

function isWord(node: Node | null): boolean {
  return node instanceof Element && !node.matches(`${BLOCKS}, br, table`)
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function contentOf({ rows: all }: HTMLTableElement): Element[] {
  const rows = [...all].map(({ cells }) => [...cells].filter(hasText)).filter((cells) => cells.length > 0)
  // Mail programs use tables of one column as frames around text.
  if (rows.every((cells) => cells.length === 1)) return rows.flat().flatMap(paragraphsOf)
  const list = document.createElement('ul')
  list.append(...rows.map(itemOf))
  return [list]
}

function hasText({ textContent }: Element): boolean {
  return textContent.trim() !== ''
}

/** The content of a cell, with loose lines as paragraphs. */
function paragraphsOf({ childNodes }: Element): Element[] {
  const found: Element[] = []
  let line: Element | undefined
  // The live list shrinks as nodes move.
  const nodes = [...childNodes]
  for (const node of nodes) {
    if (node instanceof Element && node.matches(BLOCKS)) {
      found.push(node)
      line = undefined
    } else {
      if (!line) found.push((line = document.createElement('p')))
      line.append(node)
    }
  }
  return found.filter(hasText)
}

function itemOf(cells: readonly Element[]): Element {
  for (const cell of cells) makeLine(cell)
  const [first, ...rest] = cells
  const item = document.createElement('li')
  // The editor reads only the first child of a list item from Google Docs.
  const line = document.createElement('p')
  item.append(line)
  if (!first || rest.length === 0) {
    line.append(...(first?.childNodes ?? []))
    return item
  }
  const name = document.createElement('strong')
  // A mark nested in the same mark would be applied twice.
  for (const bold of first.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes)
  for (const { style } of first.querySelectorAll<HTMLElement>('[style*="font-weight"]')) style.fontWeight = ''
  name.append(...first.childNodes)
  line.append(name)
  for (const [index, cell] of rest.entries()) line.append(index === 0 ? ': ' : '; ', ...cell.childNodes)
  return item
}

/** Joins the lines of a cell into one, with spaces between them. Links and marks stay. */
function makeLine(cell: Element): void {
  for (const end of cell.querySelectorAll('br')) end.replaceWith(' ')
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(' ', ...block.childNodes, ' ')
  cell.normalize()
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  let last: Text | undefined
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const isSpaced = last?.data.endsWith(' ') ?? true
    const squeezed = text.data.replaceAll(/[ \t\r\n\f]+/gu, ' ')
    text.data = isSpaced ? squeezed.trimStart() : squeezed
    if (text.data !== '') last = text
  }
  if (last) last.data = last.data.trimEnd()
}
