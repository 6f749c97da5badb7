import type { Plugin } from 'vite'

/**
 * What the Studio on local content may do: everything at home, nothing elsewhere. It keeps the Studio's own
 * calls from leaving the machine: a font, a version check, its feedback form, and a look at the user under
 * another name of this host. Styles are inline, as the Studio's components write them while they run.
 */
const LOCAL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** Writes the policy of local content into the Studio's page. */
export function localPolicy(): Plugin {
  return {
    name: 'local-policy',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: LOCAL_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  }
}
