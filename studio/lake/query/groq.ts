import { evaluate, evaluateSync, GroqSyntaxError, parse, toJS } from 'groq-js'
import { isRecord, type Fields, type LakeDocument } from '../document.ts'
import { LakeFault, messageOf } from '../fault.ts'

/** A node of a parsed query. groq-js types its nodes by one interface each; a rewrite needs only this much. */
export type GroqNode = { type: string; [part: string]: unknown }

export function isNode(value: unknown): value is GroqNode {
  return isRecord(value) && typeof value['type'] === 'string'
}

/** The node inside of parentheses. */
export function unwrap(node: GroqNode): GroqNode {
  return node.type === 'Group' && isNode(node['base']) ? unwrap(node['base']) : node
}

/**
 * Parses a query with its parameters' values put in place.
 * @throws LakeFault 400 `queryParseError`, with the place in the query where it went wrong.
 */
export function parseQuery(query: string, params: Fields): GroqNode {
  return parseWith(query, { params })
}

/** Parses an expression on one document, in which `before()`, `after()` and `delta::…` are known. @throws LakeFault */
export function parseDelta(expression: string): GroqNode {
  return parseWith(expression, { mode: 'delta' })
}

function parseWith(query: string, options: { params?: Fields; mode?: 'delta' }): GroqNode {
  try {
    const tree: unknown = parse(query, options)
    if (isNode(tree)) return tree
    throw new TypeError('the parser gave no tree')
  } catch (error) {
    const start = error instanceof GroqSyntaxError ? error.position : 0
    throw new LakeFault(400, 'queryParseError', messageOf(error), { query, start, end: start })
  }
}

export type Source = {
  documents: readonly LakeDocument[]
  find: (id: string) => LakeDocument | undefined
}

/**
 * Evaluates a parsed query at one moment: nothing else runs until it has its answer.
 * @throws LakeFault 400 when the query asks for something that only the hosted lake can do.
 */
export function evaluateQuery(tree: GroqNode, params: Fields, source: Source): unknown {
  try {
    const options = { ...surroundings(source.find), dataset: source.documents, params }
    const value: unknown = toJS(evaluateSync(tree, options))
    return value ?? null
  } catch (error) {
    throw evaluationFault(error)
  }
}

export type Delta = {
  before: LakeDocument | null
  after: LakeDocument | null
  find: (id: string) => LakeDocument | undefined
}

/** Evaluates an expression on a change of one document; not at one moment, since `delta::` can't. @throws LakeFault */
export async function evaluateDelta(tree: GroqNode, { before, after, find }: Delta): Promise<unknown> {
  const document = after ?? before
  const dataset = document === null ? [] : [document]
  try {
    const value = await evaluate(tree, { ...surroundings(find), root: document, before, after, dataset })
    return toJS(await value.asStatic()) ?? null
  } catch (error) {
    throw evaluationFault(error)
  }
}

function surroundings(find: (id: string) => LakeDocument | undefined) {
  return {
    identity: 'local-editor',
    sanity: { projectId: 'local', dataset: 'production' },
    dereference: ({ _ref }: { _ref: string }) => find(_ref),
  }
}

function evaluationFault(error: unknown): LakeFault {
  const description = `The local content lake cannot answer this query: ${messageOf(error)}`
  return new LakeFault(400, 'queryEvaluationError', description)
}
