import { createHash } from 'node:crypto'

const INLINE = /<script>(.*?)<\/script>/gs

/**
 * What a preview may do. Its scripts are this server's own; styles are inline, as the overlay writes them while
 * it runs; forms go nowhere. Who may frame it is for the server to say.
 */
export function previewPolicy(html: string): string {
  const hashes = [...html.matchAll(INLINE)].map(([, script]) => ` 'sha256-${hashOf(script ?? '')}'`)
  return [
    "default-src 'none'",
    `script-src 'self'${hashes.join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://cdn.sanity.io",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join(';')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
