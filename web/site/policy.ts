import { createHash } from 'node:crypto'
import { firstPaintScript, speculationRules, styledScript } from './inline-scripts.ts'

interface PolicyParts {
  /** Inline styles of the page, as text. */
  styles: readonly string[]
  /** The page asks for a style sheet of this site, too. */
  hasStyleSheet: boolean
  /** Google reCAPTCHA is configured: its hosts are allowed. */
  recaptcha: boolean
}

const RECAPTCHA = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/'

/** No text becomes script, except the two addresses of the site's own bot check. Google's names no policies. */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  'trusted-types bot-check bot-check-loader',
] as const

/**
 * The page's own content security policy, for a `<meta>`: it switches with the page on any host.
 * The empty string's hash lets styled-components make its style element, whose rules it then
 * inserts one by one. Scripts are those that the code knows by heart: one that got into a page some other way
 * has no hash.
 */
export function contentSecurityPolicy({ styles, hasStyleSheet, recaptcha }: PolicyParts): string {
  const google = recaptcha ? ` ${RECAPTCHA}` : ''
  const scripts = [firstPaintScript, speculationRules, ...(hasStyleSheet ? [styledScript] : [])]
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

/** How a policy names an inline script or style: by the hash of its text. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
