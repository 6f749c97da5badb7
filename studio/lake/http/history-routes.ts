import { Hono, type Context } from 'hono'
import type { LakeDocument } from '../document.ts'
import { eventsOf } from '../history/events.ts'
import { MAX_CHARACTERS, tooMuch, type History, type Moment } from '../history/history.ts'
import { JSON_TYPE, replyJson, replyText } from './json.ts'

const DEFAULT_TRANSACTIONS = 50
const DEFAULT_EVENTS = 100
/** As many as the Studio asks for before it reverts a release. */
const MOST = 1000

/** @param most characters of the states in one answer */
export function historyRoutes(history: History, most = MAX_CHARACTERS): Hono {
  const routes = new Hono()

  routes.get('/data/history/production/documents/:ids', (c) => {
    const ids = [...new Set(c.req.param('ids').split(','))]
    if (c.req.query('lastRevision') === 'true') return reply(c, history.lastOf(ids), most)
    const moment = momentOf(c)
    return reply(c, statesAt(history, ids, moment), most)
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
    return replyText(c, lines.join(''), 'application/x-ndjson')
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

/** One after the other: each is as large as its document. */
function* statesAt(history: History, ids: readonly string[], moment: Moment): Generator<LakeDocument> {
  for (const id of ids) {
    const document = history.documentAt(id, moment)
    if (document) yield document
  }
}

/** @throws LakeError 413 for more than can be held in memory */
function reply(c: Context, documents: Iterable<LakeDocument>, most: number): Response {
  const texts: string[] = []
  let left = most
  for (const document of documents) {
    const text = JSON.stringify(document)
    left -= text.length
    if (left < 0) throw tooMuch('states')
    texts.push(text)
  }
  return replyText(c, `{"documents":[${texts.join()}]}`, JSON_TYPE)
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
