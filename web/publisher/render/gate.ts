import { messageOf } from '../../../api/contract/operational-error.ts'
import { linkFault } from '../../content/link.ts'
import { decodeEntities } from './markup.ts'

/** What would break for visitors in a page, each fault as a sentence that begins with it; empty when it may go live. */
export function pageFaults(page: string, html: string): string[] {
  const rules: [boolean, string][] = [
    [!html.includes('<main id="main"'), 'has no main part, so the skip link leads nowhere'],
    [(html.match(/<h1[\s>]/g) ?? []).length === 0, 'has no first-level heading'],
    // Nearly no page has what the first looks for, and it takes an eighth of the time of the second.
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

/** Home, the largest page, has 220 kB before compression. */
const PAGE_BYTES = 500_000
/** All pictures of a page that visitors get as they were uploaded; others have the weight of their slot. */
const PICTURE_BYTES = 500_000

/** Whether a page is too heavy for a phone, with the sizes of its vector pictures in bytes. */
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

/** Links of a page that no link of this site may be, and those to paths of it that are not `known`, as sentences. */
export function linkFaults(page: string, html: string, known: ReadonlySet<string>): string[] {
  const addresses = [...html.matchAll(/href="(\/[^"#?]*)["#?]/g)].map(([, address]) => address ?? '')
  return [
    ...schemeFaults(page, html),
    ...[...new Set(addresses)]
      .filter((address) => !address.includes('.') && !known.has(address))
      .map((address) => `${page} links to ${address}, which is no page of this site.`),
  ]
}

/** Looks for values first, and behind them for their names: a quarter of the time of the other way round. */
const ADDRESS = /(?<=\s(?:href|xlink:href|src|action|formaction|data|ping|poster))="([^"]*)"/gi

/** Addresses whatever they came from: a reference that was filled in, or a field that nobody thought of as a link. */
function schemeFaults(page: string, html: string): string[] {
  const addresses = [...html.matchAll(ADDRESS)].map(([, address]) => decodeEntities(address ?? ''))
  return [...new Set(addresses)].flatMap((address) => {
    // An empty address has a rule of its own.
    const fault = address === '' ? undefined : linkFault(address)
    return fault === undefined ? [] : [`${page} has an address that leads elsewhere than it may: ${fault}`]
  })
}
