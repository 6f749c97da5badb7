import { firstPaintScript } from '../site/inline-scripts.ts'
import { sourceOf, TRUSTED_TYPES } from '../site/policy.ts'

/** What every page of a preview may do. The server decides who may frame it. */
const SHARED = [
  "default-src 'none'",
  // The overlay writes styles while it runs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://cdn.sanity.io",
  "font-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  ...TRUSTED_TYPES,
]

/**
 * The policy of a page that works as its published one does: this server's own scripts, and the inline scripts of
 * short and long pages. It is not derived from the page itself, which drafts and addresses decide. Its `default` policy of
 * trusted types lets the overlay's icons pass: see `client/icons.ts`.
 */
export const LIVE_POLICY = [
  ...SHARED.map((rule) => (rule.startsWith('trusted-types ') ? `${rule} default` : rule)),
  `script-src 'self' ${[true, false].map((long) => sourceOf(firstPaintScript({ long }))).join(' ')}`,
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
].join(';')

/** The policy of a page that is only viewed: no script at all. */
export const STILL_POLICY = [...SHARED, "script-src 'none'"].join(';')
