import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const SPECULATION = /<script type="speculationrules">.*?<\/script>/s
const ELSEWHERE = /^\/(?:api|assets|images|files|studio|preview)(?:[/?#]|$)/

/**
 * The page with its links to pages of this site leading to the same pages below `base`, and without the rules
 * that would have a browser draw those pages ahead of a click.
 */
export function keepLinksIn(html: string, base: string): string {
  const page = html.replace(SPECULATION, '')
  const offsets: number[] = []
  const visit = (node: Tree.Node) => {
    if ('tagName' in node && node.tagName === 'a') {
      const href = node.attrs.find(({ name }) => name === 'href')?.value
      const start = node.sourceCodeLocation?.attrs?.['href']?.startOffset
      if (start !== undefined && href !== undefined && isOwnPage(href)) offsets.push(start + 'href="'.length)
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(page, { sourceCodeLocationInfo: true }))
  let end = 0
  const parts = offsets.map((offset) => {
    const before = page.slice(end, offset)
    end = offset
    return before + base
  })
  return parts.join('') + page.slice(end)
}

function isOwnPage(href: string): boolean {
  return /^\/(?!\/)/.test(href) && !ELSEWHERE.test(href)
}
