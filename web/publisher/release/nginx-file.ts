import { PICTURES } from '../../../api/contract/addresses.ts'
import {
  ASK_AGAIN,
  ASSETS,
  FOR_EVER,
  HOST_FILES,
  PICTURE_POLICY,
  UNLISTED,
} from '../../../api/contract/site-headers.ts'
import type { Manifest } from './manifest.ts'

/** The end of a page's file name, each letter of which an address may have as its byte. */
const HTML = String.raw`(?:\.|%2[Ee])(?:h|%68)(?:t|%74)(?:m|%6[Dd])(?:l|%6[Cc])`

type Header = readonly [name: string, value: string]

/**
 * Headers, clean addresses and redirects for nginx, to be included in a server block. A block that adds a header
 * inherits none, so each repeats them all.
 */
export function nginxFile(
  security: readonly Header[],
  assets: readonly Header[],
  redirects: Manifest['redirects'],
): string {
  const page: Header[] = [...security, ['cache-control', ASK_AGAIN]]
  const asset: Header[] = [...assets, ['cache-control', FOR_EVER]]
  const noindex: Header[] = [...page, ['x-robots-tag', 'noindex']]
  // The two policies are two headers, and browsers apply both.
  const picture: Header[] = [
    ...security,
    ['cache-control', FOR_EVER],
    ['content-security-policy', PICTURE_POLICY],
  ]
  const unlisted = [...UNLISTED].map((name) => name.replace(/\.html$/u, '')).join('|')
  const hidden = [...HOST_FILES].map((name) => name.replaceAll('.', String.raw`\.`)).join('|')
  return [
    '# Written with each release: a server block includes it, and has this folder as its root.',
    'charset utf-8;',
    'charset_types text/css text/plain text/xml text/javascript application/javascript application/json application/xml image/svg+xml;',
    'error_page 404 /404.html;',
    // Another proxy may stand in front, at another port.
    'absolute_redirect off;',
    // A page has one address. The second character class keeps `//elsewhere.example` from being one.
    String.raw`if ($request_uri ~ "^/index(?:${HTML})?(\?.*)?$") { return 308 /$1; }`,
    String.raw`if ($request_uri ~ "^(/[^/?][^?]*)${HTML}(\?.*)?$") { return 308 $1$2; }`,
    String.raw`if ($request_uri ~ "^(/[^/?][^?]*?)/+(\?.*)?$") { return 308 $1$2; }`,
    ...added(page),
    block('= /', ['try_files /index.html =404;']),
    block('/', ['try_files $uri $uri.html =404;']),
    // However its letters are written.
    block('= /index', ['return 308 /$is_args$args;']),
    block(`~ ^/(?:${unlisted})$`, [...added(noindex), 'try_files $uri.html =404;']),
    // What is missing is answered with this page, whose own address is missing as well.
    block('= /404.html', [...added(noindex), 'internal;']),
    // nginx refuses a file that has one twice.
    ...('/404' in redirects ? [] : [block('= /404', ['return 404;'])]),
    block(`^~ /${ASSETS}`, [...added(asset), 'try_files $uri =404;']),
    block(`^~ /${PICTURES}`, [...added(picture), 'try_files $uri =404;']),
    // Before other patterns, as the first of those that fit is taken.
    ...Object.entries(redirects).map(([from, to]) =>
      block(exactly(from), [...added(page), ...redirectTo(to)]),
    ),
    String.raw`location ~ /\.(?!well-known/) { return 404; }`,
    block(`~ ^/(?:${hidden})(?:\\.br)?$`, ['return 404;']),
    '',
  ].join('\n')
}

function added(headers: readonly Header[]): string[] {
  return headers.map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
}

function block(location: string, lines: readonly string[]): string {
  return `location ${location} {\n${lines.map((line) => `  ${line}\n`).join('')}}`
}

/** In bytes: nginx keeps the length of a block's path in one, and takes the beginning of a longer one for all of it. */
const LONGEST_PATH = 255

/** The place of a block for one path alone. */
function exactly(path: string): string {
  // A path holds no backslash, so that it can't end the quotation.
  if (Buffer.byteLength(path) > LONGEST_PATH) return `~ ${quoted(String.raw`^\Q${path}\E\z`)}`
  return `= ${quoted(path)}`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}

/** The visitor's query follows the target's own, before its fragment. nginx has no way to write a bare dollar. */
function redirectTo(target: string): string[] {
  const plain = target.replaceAll('$', '%24')
  const [address = ''] = plain.split('#', 1)
  const fragment = plain.slice(address.length)
  if (!address.includes('?')) return [`return 308 ${quoted(`${address}$is_args$args${fragment}`)};`]
  return [
    `if ($is_args) { return 308 ${quoted(`${address}&$args${fragment}`)}; }`,
    `return 308 ${quoted(plain)};`,
  ]
}
