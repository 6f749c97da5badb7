import { isRecord } from '../../document.ts'
import type { Lookup } from '../candidates.ts'
import { isNode, unwrap, type GroqNode } from '../groq.ts'
import { referenceIds } from './functions.ts'
import type { Scope } from './scope.ts'
import type { Compile, Place, Step } from './step.ts'
import { isPath } from './values.ts'

/** Reads what to look up in an index. */
export interface ReadLookup {
  /** Undefined where no index can answer. */
  read: (scope: Scope) => Lookup | undefined
  /** Whether it is the same in every scope. */
  isFixed: boolean
}

type Field = '_id' | '_type'

/** Reads a condition on `_id`, `_type` or references, where the other side does not look at the document itself. */
export function lookupOf(condition: GroqNode, inner: Place, compile: Compile): ReadLookup | undefined {
  const node = unwrap(condition)
  if (node.type === 'FuncCall' && node['name'] === 'references' && Array.isArray(node['args'])) {
    return reading(
      node['args'].map((argument) => compile(argument, inner)),
      inner,
      (values) => ({ by: 'references', values: referenceIds(values) }),
    )
  }
  const version = versionLookupOf(node, inner, compile)
  if (version !== undefined) return version
  const { op, left, right } = node
  if (node.type !== 'OpCall' || (op !== '==' && op !== 'in')) return undefined
  const [own, other] = op === '==' && fieldOf(left) === undefined ? [right, left] : [left, right]
  const by = fieldOf(own)
  if (by === undefined) return undefined
  return reading([compile(other, inner)], inner, ([value]) => {
    if (op === '==') return { by, values: textsOf([value]) }
    return isPath(value) ? undefined : { by, values: textsOf(Array.isArray(value) ? value : []) }
  })
}

function versionLookupOf(node: GroqNode, inner: Place, compile: Compile): ReadLookup | undefined {
  const { type, namespace, name, args } = node
  if (type !== 'FuncCall' || namespace !== 'sanity' || !Array.isArray(args)) return undefined
  if (name !== 'versionOf' && name !== 'partOfRelease') return undefined
  const steps = args.map((argument) => compile(argument, inner))
  return reading(steps, inner, (values) => ({ by: name, values: textsOf(values) }))
}

function reading(
  steps: readonly Step[],
  inner: Place,
  lookup: (values: readonly unknown[]) => Lookup | undefined,
): ReadLookup | undefined {
  if (steps.some(({ reads }) => reads.has(inner))) return undefined
  return {
    isFixed: steps.every(({ reads }) => reads.size === 0),
    read: (scope) => {
      const nested = scope.nest(null)
      return lookup(steps.map((step) => step.run(nested)))
    },
  }
}

// Both fields hold texts: nothing else can equal them.
function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}

function fieldOf(node: unknown): Field | undefined {
  if (!isNode(node) || node.type !== 'AccessAttribute') return undefined
  const { base, name } = node
  if (base !== undefined && !(isRecord(base) && base['type'] === 'This')) return undefined
  return name === '_id' || name === '_type' ? name : undefined
}
