import type { MiddlewareHandler } from 'hono'

declare module 'hono' {
  interface ContextVariableMap {
    /** Where this reader reached the lake: asset addresses lead there. */
    origin: string
  }
}

/**
 * Finds out at which origin a request reached the lake. Behind a proxy that holds the certificate the request itself
 * says `http:`, so the scheme of a known origin is taken over its host's.
 */
export function rememberOrigin(origins: readonly string[]): MiddlewareHandler {
  const known = new Map(origins.map((origin) => [new URL(origin).host, origin]))
  return async (c, next) => {
    const { host, origin } = new URL(c.req.url)
    c.set('origin', known.get(host) ?? origin)
    await next()
  }
}
