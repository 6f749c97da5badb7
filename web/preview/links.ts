const SPECULATION = /<script type="speculationrules">.*?<\/script>/s
/** A link of this site: React escapes what could end an attribute or a tag sooner. */
const OWN_LINK = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)/g
const ELSEWHERE = /^\/(?:api|assets|images|files|studio|preview)(?:[/?#]|$)/

/**
 * The page with its links to pages of this site leading to the same pages below `base`, and without the rules
 * that would have a browser draw those pages ahead of a click.
 */
export function keepLinksIn(html: string, base: string): string {
  return html
    .replace(SPECULATION, '')
    .replace(OWN_LINK, (link, start: string, href: string) =>
      ELSEWHERE.test(href) ? link : start + base + href,
    )
}
