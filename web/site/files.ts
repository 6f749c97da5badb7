import { toPlainText } from '@portabletext/react'
import { namesExample, unlessPlaceholder } from '../../api/contract/placeholders.ts'
import type { Content, Seo } from '../content/content.ts'
import { palette } from '../theme/tokens.ts'

type Words = Pick<Seo, 'title' | 'description'>

/** A page that search engines may list. */
interface Listed {
  path: string
  seo: (content: Content) => Words
}

/** The site's files for machines, by path: derived from the same content as the pages. */
export function siteFiles(
  listed: readonly Listed[],
  content: Content,
  origin: string,
  lines = linesOf(listed, content, origin),
): Map<string, string | Uint8Array> {
  return new Map<string, string | Uint8Array>([
    ['sitemap.xml', sitemap(listed, origin)],
    ['robots.txt', `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`],
    ['llms.txt', encodeLines(llms(lines.values(), content, origin))],
    ['site.webmanifest', webManifest(content)],
    ['.well-known/security.txt', securityText(content, origin)],
  ])
}

const sitemaps = new WeakMap<readonly Listed[], { origin: string; text: string }>()

function sitemap(listed: readonly Listed[], origin: string): string {
  const known = sitemaps.get(listed)
  if (known?.origin === origin) return known.text
  const urls = listed.map(({ path }) => `<url><loc>${escapeXml(origin + path)}</loc></url>`)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  sitemaps.set(listed, { origin, text })
  return text
}

function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (char) => `&#${char.codePointAt(0)};`)
}

/** What llms.txt says of pages, by path: of these anew, after or in place of what is `known`. */
export function linesOf(
  listed: readonly Listed[],
  content: Content,
  origin: string,
  known?: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const lines = new Map(known)
  for (const { path, seo } of listed) {
    const { title, description } = seo(content)
    // Joined, it is one flat string: a template literal would be put together again wherever it is used.
    lines.set(path, ['- [', title, '](', origin, path, '): ', description].join(''))
  }
  return lines
}

function llms(pages: Iterable<string>, content: Content, origin: string): string[] {
  const { organization } = content.settings
  const answers = content.faq.groups.flatMap((group) => [
    `\n## ${group.title}`,
    ...group.items
      .map(({ question, answer }) => `\n### ${question}\n\n${toPlainText(answer)}`)
      .filter((text) => !namesExample(text)),
  ])
  return [
    `# ${organization.name}`,
    `\n> ${organization.description}\n`,
    `${content.hero.lead}\n`,
    `## Pages\n`,
    ...pages,
    ...answers,
    `\n## Contact\n\n${contact('', content, origin)}`,
  ]
}

/** As UTF-8, some at a time: a string of a thousand lines takes 2 ms to join, most of it to find memory. */
function encodeLines(lines: readonly string[]): Uint8Array {
  const parts: Uint8Array[] = []
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    parts.push(Buffer.from(`${lines.slice(from, from + LINES_AT_ONCE).join('\n')}\n`))
  return Buffer.concat(parts)
}

const LINES_AT_ONCE = 64

function webManifest(content: Content): string {
  const { brand, organization } = content.settings
  return `${JSON.stringify({
    name: `${brand.word} ${brand.descriptor}`,
    short_name: brand.word,
    description: organization.description,
    start_url: '/',
    display: 'browser',
    background_color: palette.light.bg,
    theme_color: palette.light.ink,
    icons: [192, 512].flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  })}\n`
}

/** Where a person can be reached: the contact page, as long as the settings only have a placeholder address. */
function contact(scheme: string, { settings }: Content, origin: string): string {
  const email = unlessPlaceholder(settings.links.salesEmail)
  return email === undefined ? `${origin}/contact` : `${scheme}${email}`
}

/**
 * RFC 9116 wants an expiry at most a year away. It is counted from the start of the month, so that builds of one month
 * are the same.
 */
function securityText(content: Content, origin: string): string {
  const now = new Date()
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1)).toISOString()
  return `Contact: ${contact('mailto:', content, origin)}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${origin}/.well-known/security.txt\n`
}
