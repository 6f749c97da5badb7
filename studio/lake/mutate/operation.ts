import { randomBytes } from 'node:crypto'
import { DOCUMENT_ID, isRecord, type Fields } from '../document.ts'
import { LakeError } from '../errors.ts'

const CREATES = ['create', 'createIfNotExists', 'createOrReplace'] as const
const OPERATIONS = [...CREATES, 'delete', 'patch'] as const
type OperationName = (typeof OPERATIONS)[number]
/** A mutation by query counts once for each document found: a short body could stand for millions. */
const MAX_OPERATIONS = 500_000

/** One mutation of one document. `body` is the document of a create, else what Sanity's `patch` or `delete` holds. */
export interface Operation {
  name: OperationName
  id: string
  body: Fields
}

/** Finds the ids a mutation by query is about. */
export type FindIds = (query: string, params: Fields) => string[]

/**
 * Reads the `mutations` of a request: one operation per document, with ids assigned where they are left open.
 * @throws LakeError 400 naming the mutation that can't be read.
 */
export function parseOperations(input: unknown, findIds: FindIds): Operation[] {
  if (!Array.isArray(input)) throw invalid('`mutations` is not an array')
  const operations: Operation[] = []
  for (const [index, mutation] of input.entries()) {
    for (const operation of parseMutation(mutation, index, findIds)) operations.push(operation)
    if (operations.length > MAX_OPERATIONS)
      throw invalid(`they are more than ${MAX_OPERATIONS}, with each document that a query finds`)
  }
  return operations
}

/** Whether an operation may create its document. */
export function isCreate({ name }: Operation): boolean {
  return CREATES.some((create) => create === name)
}

/**
 * Adds a `_key` to each object in an array that lacks one, as `autoGenerateArrayKeys` asks. Iterative and not recursive,
 * since a request may be nested deeper than the call stack.
 */
export function addArrayKeys(operation: Operation): void {
  const { set, setIfMissing, insert } = operation.body
  const items = isRecord(insert) ? insert['items'] : undefined
  const values: unknown[] = isCreate(operation) ? [operation.body] : [set, setIfMissing, items]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    for (const item of Object.values(value)) {
      if (Array.isArray(value) && isRecord(item)) item['_key'] ??= randomBytes(6).toString('hex')
      values.push(item)
    }
  }
}

/** The mutation as Sanity's clients write it. */
export function toMutation(operation: Operation): Fields {
  const { name, id, body } = operation
  return { [name]: isCreate(operation) ? { ...body, _id: id } : { ...body, id } }
}

function parseMutation(mutation: unknown, index: number, findIds: FindIds): Operation[] {
  const [entry, ...others] = isRecord(mutation) ? Object.entries(mutation) : []
  const name = OPERATIONS.find((operation) => operation === entry?.[0])
  const body = entry?.[1]
  if (name === undefined || others.length > 0 || !isRecord(body)) {
    throw invalid(`mutation ${index} is none of ${OPERATIONS.join(', ')}`)
  }
  if (name === 'patch' || name === 'delete') {
    const { id, query, params, ...rest } = body
    const target = typeof query === 'string' ? findIds(query, isRecord(params) ? params : {}) : id
    return [target].flat().map((one) => ({ name, id: requireId(one, index), body: rest }))
  }
  if (typeof body['_type'] !== 'string' || body['_type'] === '')
    throw invalid(`mutation ${index} has no _type`)
  return [{ name, id: newId(body['_id'], index), body }]
}

// "drafts." asks for a random id under that prefix.
function newId(id: unknown, index: number): string {
  if (id === undefined || id === '') return crypto.randomUUID()
  const given = requireId(id, index, DOCUMENT_ID)
  return given.endsWith('.') ? given + crypto.randomUUID() : given
}

function requireId(id: unknown, index: number, shape = /^./): string {
  if (typeof id === 'string' && shape.test(id)) return id
  throw invalid(`mutation ${index} has no document id of letters, digits, dots, dashes and underscores`)
}

function invalid(what: string): LakeError {
  return new LakeError(400, 'validationError', `The mutations cannot be read: ${what}.`)
}
