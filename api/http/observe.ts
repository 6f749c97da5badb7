import type { MiddlewareHandler } from 'hono'

/** Told about each answered post. */
export type Observer = (form: string, status: number, seconds: number) => void

/** Times posts. */
export function observePosts(observe: Observer): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    if (c.req.method === 'POST')
      observe(c.req.path.replace(/^\/api\//u, ''), c.res.status, (performance.now() - start) / 1_000)
  }
}
