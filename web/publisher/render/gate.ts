import { messageOf } from '../../../api/contract/operational-error.ts'
import { linkFault } from '../../content/link.ts'
import { decodeEntities } from './markup.ts'

/** What would break a page for visitors, as sentences that begin with the page; empty when it may go live. */
export function pageFaults(page: string, html: string): string[] {
  const rules: [boolean, string][] = [
    [!html.includes('<main id="main"'), 'has no main part, so the skip link leads nowhere'],
    [(html.match(/<h1[\s>]/g) ?? []).length === 0, 'has no first-level heading'],
    // Nearly no page matches the first pattern, which takes an eighth of the second one's time.
    [
      /\sstyle="/.test(html) && /<[^>]+\sstyle="/.test(html),
      'has a style attribute, which its own security policy drops',
    ],
    [
      html.includes('<template id="B:') || html.includes('<div hidden id="S:'),
      'has a part that only scripts would show',
    ],
    [/<img(?![^>]*\salt=)[^>]*>/.test(html), 'has a picture without alternative text'],
    [/>(?:undefined|null|NaN|\[object Object\])</.test(html), 'shows a value that is not copy'],
    [/(?:href|src)="(?:undefined|null|)"/.test(html), 'has a link or picture without an address'],
  ]
  return [
    ...rules.filter(([broken]) => broken).map(([, fault]) => `${page} ${fault}.`),
    ...jsonFaults(html).map((fault) => `${page} has structured data that does not parse: ${fault}.`),
  ]
}

/** In UTF-16 units, before compression. Home, the largest page, has 141,000. */
const PAGE_BYTES = 500_000
/**
 * For all SVG pictures of a page, which visitors get as they were uploaded; the weight of others is limited by their
 * slot.
 */
const PICTURE_BYTES = 500_000

/** Faults of a page that is too heavy for a phone. `pictures` are the sizes of its vector pictures, in bytes. */
export function weightFaults(page: string, html: string, pictures: readonly number[]): string[] {
  const total = pictures.reduce((sum, size) => sum + size, 0)
  const rules: [number, number, string][] = [
    [html.length, PAGE_BYTES, 'of text; shorten it or move a part of it to another page'],
    [total, PICTURE_BYTES, 'of SVG pictures; simplify them, or save them as PNG'],
  ]
  return rules
    .filter(([size, limit]) => size > limit)
    .map(
      ([size, limit, advice]) =>
        `${page} has ${kilobytes(size)} ${advice}. At most ${kilobytes(limit)} are allowed.`,
    )
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}

function jsonFaults(html: string): string[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(([, json]) => {
    try {
      JSON.parse(json ?? '')
      return []
    } catch (error) {
      return [messageOf(error)]
    }
  })
}

/** Links of a page that this site does not allow, and those to its paths that are not `known`, as sentences. */
export function linkFaults(page: string, html: string, known: ReadonlySet<string>): string[] {
  const addresses = [...html.matchAll(/href="(\/[^"#?]*)["#?]/g)].map(([, address]) => address ?? '')
  return [
    ...schemeFaults(page, html),
    ...[...new Set(addresses)]
      .filter((address) => !address.includes('.') && !known.has(address))
      .map((address) => `${page} links to ${address}, which is no page of this site.`),
  ]
}

/** Finds values first and checks the names before them: a quarter of the time of the other way round. */
const ADDRESS = /(?<=\s(?:href|xlink:href|src|action|formaction|data|ping|poster))="([^"]*)"/gi

/**
 * Checks addresses wherever they came from: a reference that was filled in, or a field that nobody thought of as a
 * link.
 */
function schemeFaults(page: string, html: string): string[] {
  const addresses = [...html.matchAll(ADDRESS)].map(([, address]) => decodeEntities(address ?? ''))
  return [...new Set(addresses)].flatMap((address) => {
    // Another rule reports an empty address.
    const fault = address === '' ? undefined : linkFault(address)
    return fault === undefined ? [] : [`${page} has an address that leads elsewhere than it may: ${fault}`]
  })
}
