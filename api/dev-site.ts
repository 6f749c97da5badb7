import type { RequestListener, Server } from 'node:http'

/**
 * Pages straight from their sources with hot reload, in place of built ones (`npm run dev`).
 * Requests that Vite does not know go to `next`.
 */
export async function openDevSite(
  root: string,
  server: Server,
  next: RequestListener,
): Promise<{ listener: RequestListener; close(): Promise<void> }> {
  // Vite is a build tool: a served site never loads it.
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } })
  return {
    listener: (request, response) => {
      vite.middlewares(request, response, () => {
        next(request, response)
      })
    },
    close: () => vite.close(),
  }
}
