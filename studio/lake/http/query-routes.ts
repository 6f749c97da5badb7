import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isRecord, type Fields } from '../document.ts'
import { LakeError } from '../errors.ts'
import { createBudget } from '../query/budget.ts'
import { answerOf } from '../query/evaluate/walk.ts'
import { noPerspective, parsePerspective, runQuery, type Query } from '../query/query.ts'
import type { SyncTag } from '../query/sync-tags.ts'
import { releaseDocumentId } from '../releases/release.ts'
import type { Corpus, Perspective, ViewName } from '../store/corpus.ts'
import { callerIn } from './caller.ts'
import type { Dataset } from './dataset.ts'
import type { Guard } from './guard.ts'
import { forReader, JSON_TYPE, readBody, replyJson, replyText } from './json.ts'
import type { Turns } from './queues.ts'
import { answerReaderOf, type UnreadAnswers } from './unread-answers.ts'

/** From this API version on, a query without a perspective sees what is published; before it, everything. */
const PUBLISHED_BY_DEFAULT = '2025-02-19'

const MAX_BODY_BYTES = 2 * 1024 * 1024
const STRANGER_DEADLINE_MS = 1000
/** As `identity()` says it at Sanity. */
const STRANGER = '<anonymous>'

interface QueryBounds {
  /** Where strangers' queries wait, so that editors never wait for them. */
  turns: Turns
  /** What strangers have not read yet. */
  answers: UnreadAnswers
  /** How long a query may take. */
  deadlineMs: number
}

export function queryRoutes(
  { name, corpus }: Pick<Dataset, 'name' | 'corpus'>,
  guard: Guard,
  { turns, answers, deadlineMs }: QueryBounds,
): Hono {
  const routes = new Hono()

  /** Holds and counts what strangers have not read yet; handed to the socket at once, it could not be counted. */
  async function answer(c: Context, resultOf: (isTrusted: boolean) => unknown): Promise<Response> {
    const reader = answerReaderOf(c, guard)
    if (reader.isTrusted) return replyText(c, JSON.stringify(resultOf(true)), JSON_TYPE)
    return turns.take({ signal: c.req.raw.signal, address: reader.address }, () => {
      const bytes = Buffer.from(forReader(c, JSON.stringify(resultOf(false))))
      const headers = { 'content-type': JSON_TYPE, 'content-length': String(bytes.length) }
      return c.newResponse(c.req.method === 'HEAD' ? null : answers.hold(reader, bytes), 200, headers)
    })
  }

  routes.use(`/data/query/${name}`, bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody }))

  routes.on(['GET', 'POST'], `/data/query/${name}`, async (c) => {
    const started = performance.now()
    const query = await readQuery(c)
    const isTrusted = guard.isTrusted(callerIn(c))
    // Strangers see published content whatever they ask for, and never learn which releases exist.
    if (isTrusted) requirePerspective(corpus, query.view)
    if (isTrusted && GROUPS.test(query.query))
      return replyJson(c, { result: groupsOf(c, guard), syncTags: [], ms: 0 })
    const reads = new Set<SyncTag>()
    const asked = isTrusted ? query : { ...query, view: 'public' as const }
    const options = isTrusted
      ? { reads, deadlineMs, identity: guard.userOf(callerIn(c)).id }
      : { reads, deadlineMs: Math.min(deadlineMs, STRANGER_DEADLINE_MS), identity: STRANGER }
    const echo = c.req.query('returnQuery') === 'false' ? {} : { query: query.query }
    return answer(c, () => {
      const result = runQuery(corpus, asked, options)
      return { ...echo, result, syncTags: [...reads], ms: Math.round(performance.now() - started) }
    })
  })

  routes.get(`/data/doc/${name}/:ids`, (c) => {
    const ids = [...new Set(c.req.param('ids')?.split(','))]
    return answer(c, (isTrusted) => {
      const { get } = corpus.view(isTrusted ? 'raw' : 'public')
      const found = c.req.query('excludeContent') === 'true' ? [] : ids.flatMap((id) => get(id) ?? [])
      const omitted = ids.filter((id) => get(id) === undefined).map((id) => ({ id, reason: 'existence' }))
      return { documents: answerOf(found, createBudget({ deadlineMs })), omitted }
    })
  })

  // All documents, one a line: what `@sanity/export` reads.
  routes.get(`/data/export/${name}`, (c) => {
    const types = c.req.query('types')?.split(',')
    const documents = corpus
      .view('raw')
      .all()
      .filter(({ _type }) => types === undefined || types.includes(_type))
    const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('')
    return replyText(c, lines, 'application/x-ndjson')
  })

  return routes
}

/** Sanity keeps groups as documents: from them the Studio knows which mentioned people can read a comment. */
const GROUPS = /^\*\[_type == "system\.group"\]/u

function groupsOf(c: Context, guard: Guard) {
  const caller = callerIn(c)
  const members = [guard.userOf(caller), ...(caller.users ?? [])].map(({ id }) => id)
  return [{ members, grants: [{ filter: '_id in path("**")', permissions: ['read', 'update', 'create'] }] }]
}

/** @throws LakeError 400 for a single release that does not exist, as its name must be a slip */
function requirePerspective(corpus: Corpus, view: ViewName): void {
  const [name, ...others] = typeof view === 'string' ? [] : view
  if (name === undefined || others.length > 0 || corpus.get(releaseDocumentId(name)) !== undefined) return
  throw noPerspective(name)
}

function refuseBody(): never {
  throw new LakeError(413, 'payloadTooLarge', 'The query and its parameters are larger than 2 MB. Send less.')
}

async function readQuery(c: Context): Promise<Query> {
  const body = c.req.method === 'POST' ? await readBody(c) : {}
  const query = body['query'] ?? c.req.query('query')
  if (typeof query !== 'string' || query.trim() === '') {
    throw new LakeError(400, 'invalidParameter', 'The request has no query. Send it as `query`.')
  }
  const params = isRecord(body['params']) ? body['params'] : paramsOf(new URL(c.req.url).searchParams)
  const named = c.req.query('perspective') ?? body['perspective']
  const perspective = parsePerspective(typeof named === 'string' ? named : undefined, defaultPerspective(c))
  return { query, params, view: perspective }
}

function defaultPerspective(c: Context): Perspective {
  const version = /^\/v([^/]+)\//.exec(c.req.path)?.[1] ?? 'X'
  return version === 'X' || version >= PUBLISHED_BY_DEFAULT ? 'published' : 'raw'
}

/** Reads `$name=JSON` pairs. @throws LakeError 400 naming the one that is no JSON. */
export function paramsOf(search: URLSearchParams): Fields {
  const pairs = [...search].filter(([name]) => name.startsWith('$'))
  return Object.fromEntries(pairs.map(([name, json]) => [name.slice(1), parseParam(name, json)]))
}

function parseParam(name: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new LakeError(400, 'invalidParameter', `The value of ${name} is not JSON. Strings need quotes.`)
  }
}
