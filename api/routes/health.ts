import { Hono } from 'hono'
import { problemResponse, starting } from '../errors.ts'

/** `GET /api/health`: 200 once pages and API are served, 503 before. */
export function healthRoutes(isReady: () => boolean): Hono {
  return new Hono().get('/health', (c) => {
    if (!isReady()) return problemResponse(starting)
    return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })
}
