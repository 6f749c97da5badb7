import { evaluateSync, GroqSyntaxError, parse, toJS } from 'groq-js'
import { isRecord, type Fields, type LakeDocument } from '../document.ts'
import { LakeFault, messageOf } from '../fault.ts'

/** A node of a parsed query. groq-js types its nodes by one interface each; a rewrite needs only this much. */
export type GroqNode = { type: string; [part: string]: unknown }

export function isNode(value: unknown): value is GroqNode {
  return isRecord(value) && typeof value['type'] === 'string'
}

/**
 * Parses a query with its parameters' values put in place.
 * @throws LakeFault 400 `queryParseError`, with the place in the query where it went wrong.
 */
export function parseQuery(query: string, params: Fields): GroqNode {
  try {
    const tree: unknown = parse(query, { params })
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
    const value: unknown = toJS(
      evaluateSync(tree, {
        dataset: source.documents,
        params,
        identity: 'local-editor',
        sanity: { projectId: 'local', dataset: 'production' },
        dereference: ({ _ref }: { _ref: string }) => source.find(_ref),
      }),
    )
    return value ?? null
  } catch (error) {
    throw new LakeFault(
      400,
      'queryEvaluationError',
      `The local content lake cannot answer this query: ${messageOf(error)}`,
    )
  }
}
