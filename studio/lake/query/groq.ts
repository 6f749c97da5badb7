import { evaluate, evaluateSync, GroqSyntaxError, parse, toJS } from 'groq-js'
import { isRecord, type Fields, type LakeDocument } from '../document.ts'
import { LakeError, messageOf } from '../errors.ts'
import { createBudget, tooMuch, type Budget } from './budget.ts'

/** A node of a parsed query. groq-js has an interface for each kind; this is all that the readers here need. */
export interface GroqNode {
  type: string
  [part: string]: unknown
}

/** `identity()` in a webhook's or listener's filter, which is evaluated for everybody. */
export const NOBODY = 'local-editor'

/** The context that a query can read. */
export const SURROUNDINGS = {
  identity: NOBODY,
  sanity: { projectId: 'local', dataset: 'production' },
}

export function isNode(value: unknown): value is GroqNode {
  return isRecord(value) && typeof value['type'] === 'string'
}

/** The node inside of parentheses. */
export function unwrap(node: GroqNode): GroqNode {
  return node.type === 'Group' && isNode(node['base']) ? unwrap(node['base']) : node
}

/**
 * Parses a query with the values of the given parameters.
 * @throws LakeError 400 `queryParseError`, with the place in the query where it went wrong.
 */
export function parseQuery(query: string, params: Fields): GroqNode {
  return parseWith(query, { params })
}

/** Parses an expression on one document, in which `before()`, `after()` and `delta::…` are known. @throws LakeError */
export function parseDelta(expression: string): GroqNode {
  return parseWith(expression, { mode: 'delta' })
}

function parseWith(query: string, options: { params?: Fields; mode?: 'delta' }): GroqNode {
  try {
    const tree: unknown = parse(query, options)
    if (isNode(tree)) return tree
    throw new TypeError('the parser gave no tree')
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch('is nested too deep', 'nest less')
    const start = error instanceof GroqSyntaxError ? error.position : 0
    throw new LakeError(400, 'queryParseError', messageOf(error), { query, start, end: start })
  }
}

export interface Delta {
  before: LakeDocument | null
  after: LakeDocument | null
  find: (id: string) => LakeDocument | undefined
  deadlineMs?: number
}

const DELTA_DEADLINE_MS = 5000
// Checks the clock at each node: there are few, and each may take long.
const STEPS_PER_NODE = 1000

/**
 * Evaluates an expression on a change of one document, up to a deadline. Functions that compare the two states run
 * asynchronously in groq-js, where an error would go unhandled, so they have no deadline.
 * @throws LakeError 400 when it cannot be evaluated, 504 when it takes too long
 */
export async function evaluateDelta(
  tree: GroqNode,
  { before, after, find, deadlineMs = DELTA_DEADLINE_MS }: Delta,
): Promise<unknown> {
  const document = after ?? before
  const dataset = document === null ? [] : [document]
  const dereference = ({ _ref }: { _ref: string }): LakeDocument | undefined => find(_ref)
  const options = { ...SURROUNDINGS, dereference, root: document, before, after, dataset }
  try {
    if (!comparesStates(tree)) {
      return toJS(evaluateSync(withBudget(tree, createBudget({ deadlineMs })), options)) ?? null
    }
    const value = await evaluate(tree, options)
    return toJS(await value.asStatic()) ?? null
  } catch (error) {
    throw evaluationError(error)
  }
}

function comparesStates(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(comparesStates)
  if (!isRecord(part)) return false
  const isComparison = part['type'] === 'FuncCall' && String(part['name']).startsWith('changed')
  return isComparison || Object.values(part).some(comparesStates)
}

/** The tree with nodes that spend budget whenever groq-js reads their type, which it does to evaluate them. */
function withBudget(node: GroqNode, budget: Budget): GroqNode {
  const parts = Object.entries(node).map(([name, part]) => [name, partWithBudget(part, budget)])
  const { type } = node
  return Object.defineProperty({ ...Object.fromEntries(parts), type }, 'type', {
    enumerable: true,
    get: () => {
      budget.spend(STEPS_PER_NODE)
      return type
    },
  })
}

function partWithBudget(part: unknown, budget: Budget): unknown {
  if (Array.isArray(part)) return part.map((item) => partWithBudget(item, budget))
  return isNode(part) ? withBudget(part, budget) : part
}

/** The error that a caller gets for a failed evaluation. */
export function evaluationError(error: unknown): LakeError {
  if (error instanceof LakeError) return error
  const description = `The local content lake cannot answer this query: ${messageOf(error)}`
  return new LakeError(400, 'queryEvaluationError', description)
}
