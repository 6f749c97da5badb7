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
const TOKEN = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[a-z_]\w*|-?\d+(?:\.\d*)?|\.\.|[<>=!]=|\S/gis
const OPERATOR = /^(?:[<>]=?|[=!]=|\?)$/

/** @throws Error where it is no path */
export function parsePath(text: string): Step[] {
  const tokens = text.match(TOKEN) ?? []
  let [at, count] = [0, 0]

  function take(token: string): boolean {
    if (tokens[at] !== token) return false
    at++
    return true
  }

  function takeName(): string | undefined {
    const token = tokens[at] ?? ''
    if (!/^['a-z_]/i.test(token)) return undefined
    at++
    return token.startsWith("'") ? unquote(token) : token
  }

  function takeNumber(): number | undefined {
    return /^-?\d/.test(tokens[at] ?? '') ? Number(tokens[at++]) : undefined
  }

  function path(): Step[] {
    const steps: Step[] = []
    for (;;) {
      if (++count > MAX_STEPS) throw new Error(`the path ${inShort(text)} has more than ${MAX_STEPS} steps`)
      if (take('..')) return [...steps, { kind: 'below', path: path() }]
      if (take('[')) steps.push(union())
      else if (steps.length === 0 || take('.')) steps.push(field())
      else return steps
    }
  }

  function field(): Step {
    const name = takeName()
    if (name === undefined) throw unreadable(text)
    return { kind: 'field', name }
  }

  function union(): Step {
    const paths = []
    do paths.push(filter() ?? slice() ?? path())
    while (take(','))
    if (!take(']')) throw unreadable(text)
    const [first, second] = paths
    return first?.length === 1 && first[0] !== undefined && second === undefined
      ? first[0]
      : { kind: 'union', paths }
  }

  function filter(): Step[] | undefined {
    const begun = at
    const names = take('@') || take('$') ? [] : fieldNames()
    const operator = tokens[at] ?? ''
    if (names === undefined || !OPERATOR.test(operator)) {
      at = begun
      return undefined
    }
    at++
    return [{ kind: 'filter', names, operator, value: operator === '?' ? undefined : literal() }]
  }

  function fieldNames(): string[] | undefined {
    const names = []
    do {
      const name = takeName()
      if (name === undefined) return undefined
      names.push(name)
    } while (take('.'))
    return names
  }

  function literal(): unknown {
    const token = tokens[at] ?? ''
    if (token.startsWith('"')) {
      at++
      return unquote(token)
    }
    if (take('true')) return true
    if (take('false')) return false
    const value = takeNumber()
    if (value === undefined) throw unreadable(text)
    return value
  }

  function slice(): Step[] | undefined {
    const from = takeNumber()
    if (!take(':')) return from === undefined ? undefined : [{ kind: 'index', at: from }]
    const to = takeNumber()
    const step = (take(':') ? takeNumber() : undefined) ?? 1
    return [{ kind: 'range', from, to, step }]
  }

  const steps = path()
  if (at < tokens.length) throw unreadable(text)
  return steps
}

function unquote(token: string): string {
  return token.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}

function unreadable(text: string): Error {
  return new Error(`the path ${inShort(text)} cannot be read`)
}

/** A path as a message names it. */
export function inShort(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
