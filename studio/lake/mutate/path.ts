import { tokensOf } from './path-tokens.ts'

/** One step of a path of Sanity's patches (JSONMatch), or what several of them lead to. */
export type Step =
  | { kind: 'field'; name: string }
  | { kind: 'index'; at: number }
  | Range
  | Filter
  | { kind: 'union'; paths: Step[][] }
  /** Everything below, and what leads on from there. */
  | { kind: 'below'; path: Step[] }

/** An end that is left out is undefined. With a step below 0 the ends change places. */
export interface Range {
  kind: 'range'
  from: number | undefined
  to: number | undefined
  step: number
}

/** Which items go on. `names` are the fields that lead to what is compared; empty where that is the item itself. */
export interface Filter {
  kind: 'filter'
  names: string[]
  operator: string
  value: unknown
}

/** More than a document is deep, and few enough to follow one by one. */
const MAX_STEPS = 1000
const OPERATOR = /^(?:[<>]=?|[=!]=|\?)$/

/** @throws Error where it is no path */
export function parsePath(text: string): Step[] {
  const tokens = tokensOf(text)
  let count = 0

  function path(): Step[] {
    const steps: Step[] = []
    for (;;) {
      if (++count > MAX_STEPS) throw new Error(`the path ${inShort(text)} has more than ${MAX_STEPS} steps`)
      if (tokens.take('..')) return [...steps, { kind: 'below', path: path() }]
      if (tokens.take('[')) steps.push(union())
      else if (steps.length === 0 || tokens.take('.')) steps.push(field())
      else return steps
    }
  }

  function field(): Step {
    const name = tokens.takeName()
    if (name === undefined) throw unreadable(text)
    return { kind: 'field', name }
  }

  function union(): Step {
    const paths = []
    do paths.push(tokens.attempt(filter) ?? slice() ?? path())
    while (tokens.take(','))
    if (!tokens.take(']')) throw unreadable(text)
    const [first, second] = paths
    return first?.length === 1 && first[0] !== undefined && second === undefined
      ? first[0]
      : { kind: 'union', paths }
  }

  function filter(): Step[] | undefined {
    const names = tokens.take('@') || tokens.take('$') ? [] : fieldNames()
    const operator = tokens.peek()
    if (names === undefined || !OPERATOR.test(operator)) return undefined
    tokens.take(operator)
    return [{ kind: 'filter', names, operator, value: operator === '?' ? undefined : literal() }]
  }

  function fieldNames(): string[] | undefined {
    const names = []
    do {
      const name = tokens.takeName()
      if (name === undefined) return undefined
      names.push(name)
    } while (tokens.take('.'))
    return names
  }

  function literal(): unknown {
    if (tokens.take('true')) return true
    if (tokens.take('false')) return false
    const value = tokens.takeText() ?? tokens.takeNumber()
    if (value === undefined) throw unreadable(text)
    return value
  }

  function slice(): Step[] | undefined {
    const from = tokens.takeNumber()
    if (!tokens.take(':')) return from === undefined ? undefined : [{ kind: 'index', at: from }]
    const to = tokens.takeNumber()
    const step = (tokens.take(':') ? tokens.takeNumber() : undefined) ?? 1
    return [{ kind: 'range', from, to, step }]
  }

  const steps = path()
  if (!tokens.isAtEnd()) throw unreadable(text)
  return steps
}

function unreadable(text: string): Error {
  return new Error(`the path ${inShort(text)} cannot be read`)
}

/** A path as a message names it. */
export function inShort(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
