import type { Fields } from '../document.ts'
import { compileQuery } from './evaluate/compile.ts'
import type { Step } from './evaluate/step.ts'
import { parseQuery } from './groq.ts'
import { checkQuery } from './query-text.ts'

// A plan takes about a hundred times the memory of its query's text.
const MAX_KEPT = 16 * 1024
const MAX_ALL = 256 * 1024

// Parsing costs more than answering most queries, and a Studio asks the same ones after every change.
const plans = new Map<string, Step>()
let kept = 0

/**
 * Compiles a query into a plan, or finds the plan made before. Plans of large queries are not kept.
 * @throws LakeError 400 when it cannot be read, or is too large to be
 */
export function planOf(query: string, params: Fields): Step {
  // The parser needs the values of some parameters, as in `[0...$count]`, but never a list, which may differ each time.
  const single = Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value !== 'object'))
  const key = `${query}\n${JSON.stringify(single)}`
  const known = plans.get(key)
  if (known === undefined) {
    checkQuery(query, params)
    const plan = compileQuery(parseQuery(query, single))
    if (key.length <= MAX_KEPT) keep(key, plan)
    return plan
  }
  plans.delete(key)
  plans.set(key, known)
  return known
}

/** Characters of all queries whose plans are kept. */
export function keptPlans(): number {
  return kept
}

function keep(key: string, plan: Step): void {
  plans.set(key, plan)
  kept += key.length
  for (const oldest of plans.keys()) {
    if (kept <= MAX_ALL) return
    plans.delete(oldest)
    kept -= oldest.length
  }
}
