/** Spaces that Word writes as a style: read as text, they would be dropped. */
const STYLED_SPACES = '[style*="mso-spacerun"], [style*="mso-tab-count"]'

/** Files of the writer's computer, and bookmarks of Word's own: anchors of this site never begin with `_`. */
const LEFT_BEHIND = /^\s*(?:file:|#_)/iu

/**
 * Takes out of pasted HTML what word processors leave in it: spaces that are a style, soft hyphens, links to places
 * in the document itself, and Google's addresses in front of those that links lead to.
 * @returns whether there was any of it
 */
export function dropTraces(page: Document): boolean {
  const dropped = [dropStyledSpaces(page), dropSoftHyphens(page), mendLinks(page)]
  return dropped.includes(true)
}

function dropStyledSpaces(page: Document): boolean {
  const spaces = page.querySelectorAll(STYLED_SPACES)
  for (const space of spaces) space.replaceWith(' ')
  // A space that stands alone would be taken for one between lines.
  page.body.normalize()
  return spaces.length > 0
}

function dropSoftHyphens(page: Document): boolean {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  let isChanged = false
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!text.data.includes('\u00AD')) continue
    text.data = text.data.replaceAll('\u00AD', '')
    isChanged = true
  }
  return isChanged
}

function mendLinks(page: Document): boolean {
  let isChanged = false
  for (const link of page.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const target = behindGoogle(href)
    if (LEFT_BEHIND.test(href)) link.replaceWith(...link.childNodes)
    else if (target !== undefined) link.setAttribute('href', target)
    else continue
    isChanged = true
  }
  return isChanged
}

/** The address that one of Google's leads on to; undefined for every other. */
function behindGoogle(href: string): string | undefined {
  const url = URL.parse(href)
  if (!url || !/^(?:www\.)?google\.com$/u.test(url.hostname) || url.pathname !== '/url') return undefined
  return url.searchParams.get('q') ?? undefined
}
