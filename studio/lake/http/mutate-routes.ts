import { Hono } from 'hono'
import type { Fields } from '../document.ts'
import { LakeError } from '../errors.ts'
import { addArrayKeys, parseOperations, type FindIds } from '../mutate/operation.ts'
import { runQuery } from '../query/query.ts'
import { callerIn } from './caller.ts'
import type { Dataset } from './dataset.ts'
import type { Guard } from './guard.ts'
import { readBody, replyJson } from './json.ts'

/** @param deadlineMs how long the queries of mutations by query may take, all of a request together */
export function mutateRoutes(
  { name, corpus, committer }: Pick<Dataset, 'name' | 'corpus' | 'committer'>,
  guard: Guard,
  deadlineMs: number,
): Hono {
  const routes = new Hono()

  /** Nothing else is answered until the last of them is. */
  function findWithin(): FindIds {
    const end = performance.now() + deadlineMs
    return (query, params) => {
      const left = Math.ceil(end - performance.now())
      if (left <= 0) throw tooSlow(deadlineMs)
      return idsOf(runQuery(corpus, { query, params, view: 'raw' }, { deadlineMs: left }))
    }
  }

  routes.post(`/data/mutate/${name}`, async (c) => {
    const body = await readBody(c)
    const operations = parseOperations(body['mutations'], findWithin())
    if (c.req.query('autoGenerateArrayKeys') === 'true') operations.forEach(addArrayKeys)
    const results: Fields[] = []
    const dryRun = c.req.query('dryRun') === 'true'
    const transactionId = transactionIdOf(body['transactionId'] ?? c.req.query('transactionId'))
    const transaction = committer.commit(
      { transactionId, dryRun, kind: 'mutate', user: guard.writerOf(callerIn(c)) },
      (stage) => {
        for (const operation of operations)
          results.push({ id: operation.id, operation: stage.apply(operation) })
      },
    )
    const after = new Map(transaction.changes.map((change) => [change.id, change.after]))
    const documentOf = (id: unknown): unknown => after.get(String(id)) ?? corpus.get(String(id))
    const withDocuments = c.req.query('returnDocuments') === 'true'
    return replyJson(c, {
      transactionId: transaction.id,
      results: withDocuments
        ? results.map((result) => ({ ...result, document: documentOf(result['id']) }))
        : results,
    })
  })

  return routes
}

function tooSlow(deadlineMs: number): LakeError {
  return new LakeError(
    504,
    'queryTimeoutError',
    `The queries of these mutations took longer than ${deadlineMs} ms in all. Send fewer at a time. Nothing was changed.`,
  )
}

/** @throws LakeError 400 for one that could be no id: it is in addresses, and in lists */
export function transactionIdOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && /^[\w.-]{1,128}$/u.test(value)) return value
  throw new LakeError(
    400,
    'validationError',
    'A transactionId has letters, digits, dots, dashes and underscores, 128 at most.',
  )
}

function idsOf(found: unknown): string[] {
  return [found].flat().flatMap((item: unknown) => {
    const id = typeof item === 'object' && item !== null && '_id' in item ? item._id : item
    return typeof id === 'string' ? [id] : []
  })
}
