import { Hono } from 'hono'
import { problemResponse, starting } from '../contract/problems.ts'
import type { Readiness } from './readiness.ts'

const uncached = { 'cache-control': 'no-store' }

/**
 * `GET /health`: 200 once pages and API are served, 503 before.
 * `GET /ready`: the same, and how each dependency answers; 503 too where posts can't be stored, with the reason.
 */
export function healthRoutes(
  isReady: () => boolean,
  readiness: () => Promise<Record<string, Readiness>>,
  faults: () => string[] = () => [],
): Hono {
  return new Hono()
    .get('/health', (c) => {
      if (!isReady()) return problemResponse(starting)
      return c.json({ status: 'ok' }, 200, uncached)
    })
    .get('/ready', async (c) => {
      if (!isReady()) return problemResponse(starting)
      const dependencies = await readiness()
      const failing = Object.values(dependencies).includes('failing')
      const status = dependencies['store'] === 'failing' ? 503 : 200
      const sentences = faults()
      const said = sentences.length > 0 && { faults: sentences }
      return c.json({ status: failing ? 'degraded' : 'ok', dependencies, ...said }, status, uncached)
    })
}
