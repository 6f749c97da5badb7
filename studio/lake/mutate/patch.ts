import { Mutation } from '@sanity/mutator'
import { isDocument, isRecord, type Fields, type LakeDocument } from '../document.ts'
import type { Budget, Reached, Target } from './path-budget.ts'
import { inShort, type Step } from './path.ts'

/** One path of a patch, and what happens there. */
interface Part extends Target {
  /** The patch that does this alone. */
  alone: (reached: Reached) => Fields
}

const PLACES = ['before', 'after', 'replace'] as const

/**
 * Applies a patch of Sanity's. Its paths are followed one after the other, as each may lead to what the ones before
 * created. The given document is not changed: the mutator copies what it changes and shares the rest.
 * @throws Error on a patch or path that can't be read, or reaches too much
 */
export function applyPatch(document: LakeDocument, patch: Fields, budget: Budget): Fields {
  const ids = { _id: document._id, _type: document._type }
  let now: typeof ids & Fields = document
  for (const part of partsOf(patch)) {
    const reached = budget.follow(part, now)
    // The mutator reads an end of 0 as the end of the array.
    if (!part.isInsert && reached.steps.some(isNothing)) continue
    const patchAlone = { ...part.alone(reached), id: document._id }
    const after: unknown = new Mutation({ mutations: [{ patch: patchAlone }] }).apply(now)
    if (!isRecord(after)) throw new TypeError('a document is an object')
    if (after['_type'] !== document._type) throw new Error('"_type" cannot be changed')
    // The mutator patches only a document with the patch's id.
    now = isDocument(after) && after._id === document._id ? after : { ...after, ...ids }
  }
  return now
}

/** In the order in which the mutator does them. */
function partsOf(patch: Fields): Part[] {
  return [
    ...byPath(patch, 'setIfMissing'),
    ...byPath(patch, 'set'),
    ...unsets(patch),
    ...byPath(patch, 'diffMatchPatch'),
    ...byPath(patch, 'inc'),
    ...byPath(patch, 'dec'),
    ...inserts(patch),
  ]
}

function byPath(patch: Fields, name: string): Part[] {
  const values = patch[name] ?? {}
  if (!isRecord(values)) throw new TypeError(`"${name}" is no object of paths and values`)
  return Object.entries(values).map(([path, value]) => ({
    path,
    value,
    isInsert: false,
    isTextPatch: name === 'diffMatchPatch',
    // The mutator refuses to change a text that somebody emptied meanwhile: an empty text has no field.
    alone: ({ isGone }) => ({ ...(isGone && { setIfMissing: { [path]: '' } }), [name]: { [path]: value } }),
  }))
}

function unsets({ unset }: Fields): Part[] {
  const paths: unknown = unset ?? []
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
    throw new TypeError('"unset" is no array of paths')
  return paths.map((path) => ({
    path,
    value: undefined,
    isInsert: false,
    isTextPatch: false,
    alone: () => ({ unset: [path] }),
  }))
}

function inserts({ insert }: Fields): Part[] {
  if (insert === undefined || insert === null) return []
  if (!isRecord(insert)) throw new TypeError('"insert" is no object')
  const { items } = insert
  const place = PLACES.find((one) => one in insert)
  const path = place === undefined ? undefined : insert[place]
  if (place === undefined || typeof path !== 'string')
    throw new TypeError(`"insert" needs a path under one of ${PLACES.join(', ')}`)
  const alone = (reached: Reached): Fields => ({
    insert: { ...(place === 'replace' ? replacing(path, reached) : { [place]: path }), items },
  })
  return [{ path, value: items, isInsert: true, isTextPatch: false, alone }]
}

/**
 * Where items go that replace a range. To Sanity's clients, -1 is the end of the array, and an empty range is a place to
 * insert. To the mutator, -1 is before the last item, an end of 0 is the end of the array, and an empty range is
 * nowhere.
 */
function replacing(path: string, { steps, arrays }: Reached): Fields {
  const range = steps.at(-1)
  const isAmongOthers = range?.kind === 'union' && range.paths.some((one) => one.at(-1)?.kind === 'range')
  if (isAmongOthers)
    throw new Error(`the path ${inShort(path)} names a range among others: replace one alone`)
  const [length, another] = new Set([...arrays].map((array) => array.length))
  if (range?.kind !== 'range' || length === undefined) return { replace: path }
  if (another !== undefined)
    throw new Error(`the path ${inShort(path)} leads to arrays of different lengths: name one of them`)
  const placeOf = (end: number): number =>
    Math.trunc(Math.min(Math.max(end < 0 ? end + length + 1 : end, 0), length))
  const [from, to] = [placeOf(range.from ?? 0), placeOf(range.to ?? length)]
  const array = path.slice(0, path.lastIndexOf('['))
  return from < to ? { replace: `${array}[${from}:${to}]` } : { before: `${array}[${from}]` }
}

function isNothing(step: Step): boolean {
  return step.kind === 'range' && step.to === 0
}
