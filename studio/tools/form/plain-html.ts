/**
 * Pasted HTML without what rich text of this site has no form for: rows of tables become items of a list, with their
 * first cell in bold, and headings take the nearest level that there is.
 * @param headings levels that the text may have, such as `h2` and `h3`; none, and they become paragraphs
 * @returns undefined where nothing has to be changed
 */
export function plainHtml(html: string, headings: readonly string[]): string | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const tables = [...page.querySelectorAll('table')]
  const strange = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(
    ({ localName }) => headings.length > 0 && !headings.includes(localName),
  )
  if (tables.length === 0 && strange.length === 0) return undefined
  for (const heading of strange) {
    const last = headings.at(-1) ?? 'p'
    rename(heading, heading.localName < last ? (headings[0] ?? last) : last)
  }
  // Inner tables first: what is drawn as one may hold another.
  for (const table of tables.toReversed()) table.replaceWith(listOf(table))
  return page.documentElement.outerHTML
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function listOf({ rows, ownerDocument: page }: HTMLTableElement): HTMLElement {
  const list = page.createElement('ul')
  for (const row of rows) {
    const [first, ...rest] = [...row.cells].map(({ textContent }) => textContent.trim()).filter(Boolean)
    if (first === undefined) continue
    const item = page.createElement('li')
    if (rest.length === 0) item.append(first)
    else {
      const name = page.createElement('strong')
      name.append(first)
      item.append(name, `: ${rest.join('; ')}`)
    }
    list.append(item)
  }
  return list
}
