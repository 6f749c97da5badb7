/* Scans of a body as React wrote it: each `<` outside of a tag is escaped, and each element closed. */

/** React escapes quotes in text, so that this can only match an attribute. */
export const CLASSES = / class="([^"]*)"/g

/** The classes of a page's elements. */
export function classesIn(html: string): string[] {
  const lists = new Set([...html.matchAll(CLASSES)].map(([, list = '']) => list))
  return [...lists].flatMap((list) => list.split(' '))
}

const ISLAND = /<div[^>]* data-island="/g

/** Splits a body into the markup of islands and what is between them. */
export function splitIslands(body: string): { html: string; isIsland: boolean }[] {
  const parts: { html: string; isIsland: boolean }[] = []
  let end = 0
  for (const { index } of body.matchAll(ISLAND)) {
    parts.push({ html: body.slice(end, index), isIsland: false })
    end = endOfElement(body, index, 'div')
    parts.push({ html: body.slice(index, end), isIsland: true })
  }
  return [...parts, { html: body.slice(end), isIsland: false }]
}

/** The position after an element that begins at `start` and may contain others of its name. */
export function endOfElement(html: string, start: number, name: 'div' | 'section'): number {
  const tags = new RegExp(`<(/?)${name}\\b[^>]*>`, 'g')
  tags.lastIndex = start
  let depth = 0
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  return html.length
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** A text, or the value of an attribute, as it was before React escaped it. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
