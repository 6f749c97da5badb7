import { Hono, type Context } from 'hono'
import type { LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { eventsOf } from '../history/events.ts'
import { MAX_CHARACTERS, tooMuch, type History, type Moment } from '../history/history.ts'
import { JSON_TYPE, replyJson, replyText } from './json.ts'

const DEFAULT_TRANSACTIONS = 50
const DEFAULT_EVENTS = 100
/** As many as the Studio asks for before it reverts a release. */
const MOST = 1000

/** @param most characters of one answer */
export function historyRoutes(history: History, most = MAX_CHARACTERS): Hono {
  const routes = new Hono()

  routes.get('/data/history/production/documents/:ids', (c) => {
    const ids = [...new Set(c.req.param('ids').split(','))]
    const found =
      c.req.query('lastRevision') === 'true' ? history.lastOf(ids) : statesAt(history, ids, momentOf(c))
    return replyText(c, `{"documents":[${serialize(found, 'states', most).join()}]}`, JSON_TYPE)
  })

  routes.get('/data/history/production/transactions/:ids', (c) => {
    const found = history.transactions(c.req.param('ids').split(','), {
      from: c.req.query('fromTransaction'),
      to: c.req.query('toTransaction'),
      fromTime: timeOf(c, 'fromTime'),
      toTime: timeOf(c, 'toTime'),
      reverse: c.req.query('reverse') === 'true',
      limit: count(c, DEFAULT_TRANSACTIONS),
      withMutations: c.req.query('excludeContent') !== 'true',
      withEffects: c.req.query('effectFormat') === 'mendoza',
      onlyThese: c.req.query('includeIdentifiedDocumentsOnly') === 'true',
    })
    const lines = serialize(found, 'transactions', most).map((line) => `${line}\n`)
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

/**
 * @param what they are, in the plural
 * @throws LakeError 413 for more than can be held in memory
 */
function serialize(values: Iterable<object>, what: string, most: number): string[] {
  const texts: string[] = []
  let left = most
  for (const value of values) {
    const text = JSON.stringify(value)
    left -= text.length
    if (left < 0) throw tooMuch(what)
    texts.push(text)
  }
  return texts
}

function momentOf(c: Context): Moment {
  const revision = c.req.query('revision')
  if (revision !== undefined) return { revision }
  return { time: timeOf(c, 'time') ?? new Date().toISOString() }
}

/**
 * A time as the history stores it, since these are compared as texts.
 * @throws LakeError 400 for what is no time
 */
function timeOf(c: Context, name: string): string | undefined {
  const given = c.req.query(name)
  if (given === undefined || given === '') return undefined
  const time = new Date(given)
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  throw new LakeError(400, 'validationError', `\`${name}\` is no time: write it as in 2026-01-31T09:30:00Z.`)
}

function count(c: Context, fallback: number): number {
  const limit = Number(c.req.query('limit') ?? fallback)
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST) : fallback
}
