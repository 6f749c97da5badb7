import { PICTURES } from '../../../api/contract/addresses.ts'
import {
  ASK_AGAIN,
  assetHeaders,
  ASSETS,
  FOR_EVER,
  PICTURE_POLICY,
  securityHeaders,
  UNLISTED,
} from '../../../api/contract/site-headers.ts'
import type { Manifest } from './manifest.ts'
import { nginxFile } from './nginx-file.ts'

/**
 * Headers and redirects in the formats of static hosts, by file name: `_headers` and `_redirects` for Netlify and
 * Cloudflare Pages, `vercel.json` for Vercel; these know `404.html` and addresses without `.html`. `_nginx.conf` is for
 * an nginx of one's own.
 */
export function hostFiles(redirects: Manifest['redirects'], origin: string): Map<string, string> {
  const security = [...securityHeaders(origin)]
  const unlisted = [...UNLISTED].map((name) => `/${name.replace(/\.html$/u, '')}`)
  return new Map([
    ['_headers', headersFile(security, unlisted)],
    ['_redirects', redirectsFile(redirects)],
    ['_nginx.conf', nginxFile(security, [...assetHeaders(origin)], redirects)],
    ['vercel.json', vercelFile(security, unlisted, redirects)],
  ])
}

type Header = readonly [name: string, value: string]

/**
 * These hosts join the values of a header that two rules set, so pages get no cache header here: both hosts default to
 * `max-age=0, must-revalidate`, which means the same. Of two joined policies, browsers apply both.
 */
function headersFile(security: readonly Header[], unlisted: readonly string[]): string {
  const rules: [string, readonly Header[]][] = [
    ['/*', security],
    [`/${ASSETS}*`, [['cache-control', FOR_EVER]]],
    [`/${PICTURES}*`, [['content-security-policy', PICTURE_POLICY]]],
    ...unlisted.map((path): [string, Header[]] => [path, [['x-robots-tag', 'noindex']]]),
  ]
  return rules
    .map(
      ([path, headers]) => `${[path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n')}\n`,
    )
    .join('\n')
}

/** 301, as not every host that reads this file knows 308; pages are only ever read, so that the two mean the same. */
function redirectsFile(redirects: Manifest['redirects']): string {
  return Object.entries(redirects)
    .map(([from, to]) => `${encodeURI(from).replaceAll(/[:*]/gu, percent)} ${to} 301\n`)
    .join('')
}

function vercelFile(
  security: readonly Header[],
  unlisted: readonly string[],
  redirects: Manifest['redirects'],
): string {
  const rule = (source: string, headers: readonly Header[]) => ({
    source,
    headers: headers.map(([key, value]) => ({ key, value })),
  })
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      rule('/(.*)', [...security, ['cache-control', ASK_AGAIN]]),
      rule(`/${ASSETS}(.*)`, [['cache-control', FOR_EVER]]),
      rule(`/${PICTURES}(.*)`, [['content-security-policy', PICTURE_POLICY]]),
      ...unlisted.map((path) => rule(path, [['x-robots-tag', 'noindex']])),
    ],
    redirects: Object.entries(redirects).map(([from, destination]) => ({
      // A backslash makes a character with a meaning in these patterns stand for itself.
      source: encodeURI(from).replaceAll(/[(){}:*+?\\]/gu, String.raw`\$&`),
      destination,
      permanent: true,
    })),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
