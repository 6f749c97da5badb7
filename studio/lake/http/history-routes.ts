import { Hono, type Context } from 'hono'
import { eventsOf } from '../history/events.ts'
import type { History, Moment } from '../history/history.ts'
import { forReader, replyJson } from './json.ts'

const DEFAULT_TRANSACTIONS = 50
const DEFAULT_EVENTS = 100
/** As many as the Studio asks for before it reverts a release. */
const MOST = 1000

export function historyRoutes(history: History): Hono {
  const routes = new Hono()

  routes.get('/data/history/production/documents/:ids', (c) => {
    const ids = c.req.param('ids').split(',')
    if (c.req.query('lastRevision') === 'true') return replyJson(c, { documents: history.lastOf(ids) })
    const moment = momentOf(c)
    return replyJson(c, { documents: ids.flatMap((id) => history.documentAt(id, moment) ?? []) })
  })

  routes.get('/data/history/production/transactions/:ids', (c) => {
    const withContent = c.req.query('excludeContent') !== 'true'
    const found = history.transactions(c.req.param('ids').split(','), {
      from: c.req.query('fromTransaction'),
      to: c.req.query('toTransaction'),
      fromTime: c.req.query('fromTime'),
      toTime: c.req.query('toTime'),
      reverse: c.req.query('reverse') === 'true',
      limit: count(c, DEFAULT_TRANSACTIONS),
      withEffects: c.req.query('effectFormat') === 'mendoza',
      onlyThese: c.req.query('includeIdentifiedDocumentsOnly') === 'true',
    })
    const lines = found.map(({ mutations, ...rest }) => {
      return `${JSON.stringify({ ...rest, ...(withContent ? { mutations } : {}) })}\n`
    })
    return c.body(forReader(c, lines.join('')), 200, { 'content-type': 'application/x-ndjson' })
  })

  routes.get('/data/history/production/events/documents/:id', (c) => {
    const id = c.req.param('id')
    const cursor = c.req.query('nextCursor') ?? ''
    const { events, nextCursor } = eventsOf(history, id, cursor, count(c, DEFAULT_EVENTS))
    return replyJson(c, { events: { [id]: events }, nextCursor })
  })

  routes.get('/data/references/production/documents/:id/to', (c) => c.json({ totalCount: 0, references: [] }))

  return routes
}

function momentOf(c: Context): Moment {
  const revision = c.req.query('revision')
  if (revision !== undefined) return { revision }
  return { time: c.req.query('time') ?? new Date().toISOString() }
}

function count(c: Context, fallback: number): number {
  const limit = Number(c.req.query('limit') ?? fallback)
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST) : fallback
}
