import { createHash } from 'node:crypto'
import { firstPaintScript, speculationRules, styledScript } from './inline-scripts.ts'

interface PolicyParts {
  /** Inline styles of the page, as text. */
  styles: readonly string[]
  /** Whether the page lays out at first only what is seen at first. */
  long: boolean
  /** Whether the page links a style sheet of this site. */
  hasStyleSheet: boolean
  /** Whether Google reCAPTCHA is configured: then its hosts are allowed. */
  recaptcha: boolean
}

const RECAPTCHA = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'

/**
 * No text becomes script, except the addresses of the site's own bot check. Google's scripts don't work with trusted
 * types.
 */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  'trusted-types bot-check bot-check-loader',
] as const

/**
 * The page's own content security policy, for a `<meta>`: it changes with the page on any host. The hash of the empty
 * string lets styled-components create its style element, into which it inserts rules one by one. Scripts are allowed
 * by their hashes in the code: one that got into a page in another way has none.
 */
export function contentSecurityPolicy({ styles, long, hasStyleSheet, recaptcha }: PolicyParts): string {
  const google = recaptcha ? ` ${RECAPTCHA}` : ''
  const scripts = [firstPaintScript({ long }), speculationRules, ...(hasStyleSheet ? [styledScript] : [])]
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(sourceOf).join(' ')}${google}`,
    `style-src ${hasStyleSheet ? "'self' " : ''}${[...styles, ''].map(sourceOf).join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${google}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${recaptcha ? RECAPTCHA : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    ...(recaptcha ? [] : TRUSTED_TYPES),
  ].join(';')
}

/** The source by which a policy allows an inline script or style: the hash of its text. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
