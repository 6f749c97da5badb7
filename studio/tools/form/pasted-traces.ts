/** Spaces that Word marks by a style. As plain whitespace they would be dropped. */
const STYLED_SPACES = '[style*="mso-spacerun"], [style*="mso-tab-count"]'

/** Text deleted by Word's reviewers, and their comments, which are copied along. */
const REVIEWED = 'del, .msocomanchor, [style*="mso-element:comment"]'

/** Links to local files, and to Word's bookmarks: anchors of this site never begin with `_`. */
const LEFT_BEHIND = /^\s*(?:file:|#_)/iu

/**
 * Takes out of pasted HTML what word processors leave in it: what reviewers struck, their comments, spaces that are a
 * style, soft hyphens, links to places in the document itself, Google's addresses in front of those that links lead
 * to, and the element that Google puts around the end of a line, for which the editor would drop it.
 * @returns whether anything was removed
 */
export function dropTraces(page: Document): boolean {
  const dropped = [
    dropReviewed(page),
    unwrapLineEnds(page),
    dropStyledSpaces(page),
    dropSoftHyphens(page),
    mendLinks(page),
  ]
  return dropped.includes(true)
}

function dropReviewed(page: Document): boolean {
  const reviewed = page.querySelectorAll(REVIEWED)
  for (const one of reviewed) one.remove()
  return reviewed.length > 0
}

function unwrapLineEnds(page: Document): boolean {
  const ends = [...page.querySelectorAll('[id*="docs-internal-guid"] span > br:only-child')]
  // A paragraph with nothing else counts as empty.
  const within = ends.filter(
    ({ parentElement: span }) => span?.textContent === '' && span.parentElement?.textContent !== '',
  )
  for (const end of within) end.parentElement?.replaceWith(end)
  return within.length > 0
}

function dropStyledSpaces(page: Document): boolean {
  const spaces = page.querySelectorAll(STYLED_SPACES)
  for (const space of spaces) space.replaceWith(' ')
  // A lone space would be taken for whitespace between lines.
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

/** The target of a Google redirect; undefined for any other address. */
function behindGoogle(href: string): string | undefined {
  const url = URL.parse(href)
  if (!url || !/^(?:www\.)?google\.com$/u.test(url.hostname) || url.pathname !== '/url') return undefined
  return url.searchParams.get('q') ?? undefined
}
