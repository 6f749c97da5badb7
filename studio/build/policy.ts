import type { Plugin } from 'vite'

/** What holds for every Studio: its own scripts alone run. Styles are inline, as its components write them. */
const SHARED = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
]

/**
 * What the Studio on local content may do: everything at home, nothing elsewhere. It keeps the Studio's own
 * calls from leaving the machine: a font, a version check, its feedback form, and a look at the user under
 * another name of this host. No setting of the Studio's stops those.
 */
const LOCAL = [
  ...SHARED,
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "frame-src 'self'",
]

/** What the Studio on a hosted dataset may do: talk to Sanity and to the site, which it shows in a frame. */
function hosted(site: string | undefined): string[] {
  const own = site ? `'self' ${new URL(site).origin}` : "'self'"
  return [
    ...SHARED,
    // Pictures of people come from wherever they signed in.
    "img-src 'self' data: blob: https:",
    "font-src 'self' data: https://*.sanity.io",
    "media-src 'self' blob: https://*.sanity.io",
    `connect-src ${own} blob: https://*.sanity.io wss://*.sanity.io https://sanity-cdn.com https://*.sanity-cdn.com`,
    `frame-src ${own}`,
  ]
}

/** Writes the Studio's policy into its page. `site` is where the pages of hosted content are. */
export function studioPolicy({ isHosted, site }: { isHosted: boolean; site: string | undefined }): Plugin {
  const content = (isHosted ? hosted(site) : LOCAL).join('; ')
  return {
    name: 'studio-policy',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content },
        injectTo: 'head-prepend',
      },
    ],
  }
}
