import { Mutation } from '@sanity/mutator'
import { withStoredUrl } from '../assets/asset.ts'
import {
  DOCUMENT_ID,
  isRecord,
  isVersionId,
  publishedId,
  RELEASE_TYPE,
  releaseOf,
  toDocument,
  type Fields,
  type LakeDocument,
} from '../document.ts'
import { LakeError, messageOf } from '../errors.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change } from '../store/transaction.ts'
import { isCreate, toMutation, type Operation } from './operation.ts'
import { applyPatch } from './patch.ts'
import { createBudget, type Budget } from './path-budget.ts'

/** As RFC 3339 writes a time. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/iu
/** The ids of releases begin with this. */
const RELEASES = '_.releases.'

type Outcome = 'create' | 'update' | 'delete' | 'none'

/** A transaction being put together: what documents would be, before anything is written. */
export interface Stage {
  id: string
  at: string
  /** Id of whoever acts. */
  author: string
  get: (id: string) => LakeDocument | undefined
  /** The versions in a release, in the order of their ids. */
  inRelease: (release: string) => LakeDocument[]
  /** All releases, those that ended too. */
  releases: () => LakeDocument[]
  /**
   * Applies one operation over those before it.
   * @throws LakeError 409 on a conflict, 400 on a bad patch or id, and about a release, which only actions change
   */
  apply: (operation: Operation) => Outcome
  applyToRelease: (operation: Operation) => Outcome
  changes: () => Change[]
}

interface Entry {
  before: LakeDocument | null
  now: LakeDocument | null
  mutations: Fields[]
}

/** @param at the transaction's time, which becomes `_updatedAt`. */
export function openStage(corpus: Corpus, { id, at, author }: Pick<Stage, 'id' | 'at' | 'author'>): Stage {
  const entries = new Map<string, Entry>()
  const budget = createBudget()
  let count = 0

  function entryOf(documentId: string): Entry {
    const known = entries.get(documentId)
    if (known !== undefined) return known
    const before = corpus.get(documentId) ?? null
    const entry: Entry = { before, now: before, mutations: [] }
    entries.set(documentId, entry)
    return entry
  }

  function applyToAny(operation: Operation): Outcome {
    const index = count++
    const entry = entryOf(operation.id)
    const outcome = outcomeOf(operation, entry, index)
    if (outcome === 'none') return outcome
    const mutation = toMutation(operation)
    entry.now = result(entry.now, mutation, operation.id, index)
    entry.mutations.push(mutation)
    return outcome
  }

  function result(
    now: LakeDocument | null,
    mutation: Fields,
    documentId: string,
    index: number,
  ): LakeDocument | null {
    try {
      const fields = mutated(now, mutation, budget)
      if (fields === null) return null
      if (fields['_createdAt'] !== now?._createdAt) requireTime(fields['_createdAt'])
      const own = { _id: documentId, _rev: id, _updatedAt: at }
      return toDocument({ _createdAt: at, ...withStoredUrl(fields), ...own }, now, budget.put)
    } catch (error) {
      throw new LakeError(400, 'mutationError', `Mutation ${index} cannot be applied: ${messageOf(error)}`)
    }
  }

  function get(documentId: string): LakeDocument | undefined {
    return (entries.has(documentId) ? entries.get(documentId)?.now : corpus.get(documentId)) ?? undefined
  }

  return {
    id,
    at,
    author,
    get,
    inRelease: (release) => {
      const staged = [...entries.keys()].filter((documentId) => releaseOf(documentId) === release)
      const ids = new Set([...corpus.versions.inRelease(release), ...staged])
      return [...ids].toSorted().flatMap((documentId) => get(documentId) ?? [])
    },
    releases: () => {
      const stored = corpus.view('raw').ofType(RELEASE_TYPE)
      const ids = new Set([...stored.map(({ _id }) => _id), ...entries.keys()].filter(isReleaseId))
      return [...ids].flatMap((documentId) => get(documentId) ?? [])
    },
    apply: (operation) => {
      checkId(operation)
      return applyToAny(operation)
    },
    applyToRelease: applyToAny,
    changes: () =>
      [...entries]
        .filter(([, { before, now }]) => before !== now)
        .map(([documentId, { before, now, mutations }]) => ({
          id: documentId,
          before,
          after: now,
          mutations,
        })),
  }
}

/** @throws LakeError 400 for an id that no document can have here, and for that of a release */
function checkId(operation: Operation): void {
  // What has another id already can still be changed and deleted.
  if (isCreate(operation) && !DOCUMENT_ID.test(operation.id)) {
    const given = JSON.stringify(operation.id.slice(0, 200))
    throw new LakeError(
      400,
      'validationError',
      `${given} is no document id: it has letters, digits, dots, dashes and underscores, 128 at most.`,
    )
  }
  const published = publishedId(operation.id)
  // Published, it would write another draft or version, which nobody was asked about.
  if (isVersionId(operation.id) && publishedId(published) !== published)
    throw new LakeError(400, 'validationError', `"${operation.id}" is a version of no document.`)
  // Whoever lists releases asks for the type: this one would have neither name nor state.
  const isSaidToBe = isCreate(operation) && operation.body['_type'] === RELEASE_TYPE
  if (!isReleaseId(published) && !isSaidToBe) return
  throw new LakeError(
    400,
    'validationError',
    `"${operation.id}" is a release: change it by the actions on releases.`,
  )
}

/** @throws RangeError for what no client could show as a date */
function requireTime(createdAt: unknown): void {
  if (createdAt === undefined) return
  if (typeof createdAt === 'string' && TIME.test(createdAt) && !Number.isNaN(Date.parse(createdAt))) return
  throw new RangeError('_createdAt is no time: write it as in 2026-01-31T09:30:00Z, or leave it out')
}

function isReleaseId(id: string): boolean {
  return id.startsWith(RELEASES)
}

function outcomeOf({ name, id, body }: Operation, { before, now }: Entry, index: number): Outcome {
  switch (name) {
    case 'create':
      if (now === null) return 'create'
      throw conflict('documentAlreadyExistsError', `Document by ID "${id}" already exists`, id, index)
    case 'createIfNotExists':
      return now === null ? 'create' : 'none'
    case 'createOrReplace':
      return now === null ? 'create' : 'update'
    case 'delete':
      return now === null ? 'none' : 'delete'
    case 'patch':
      if (now === null) {
        throw conflict('documentNotFoundError', `The document with the ID "${id}" was not found`, id, index)
      }
      requireRevision(body['ifRevisionID'], before, id, index)
      return 'update'
    default:
      return name satisfies never
  }
}

function requireRevision(expected: unknown, before: LakeDocument | null, id: string, index: number): void {
  if (expected === undefined || expected === before?._rev) return
  const description = `Document "${id}" has unexpected revision ID ("${before?._rev ?? ''}"), expected ${JSON.stringify(expected)}`
  throw new LakeError(409, 'mutationError', `The mutation(s) failed: ${description}`, {
    items: [
      {
        error: {
          type: 'documentRevisionIDDoesNotMatchError',
          description,
          currentRevisionID: before?._rev,
          expectedRevisionID: expected,
          id,
        },
        index,
      },
    ],
  })
}

// What is given is told to listeners as it is, and Mutation writes into what it creates.
function mutated(now: LakeDocument | null, given: Fields, budget: Budget): Fields | null {
  const mutation = structuredClone(given)
  if (now !== null && isRecord(mutation['patch'])) return applyPatch(now, mutation['patch'], budget)
  const result: unknown = new Mutation({ mutations: [mutation] }).apply(now)
  return isRecord(result) ? result : null
}

function conflict(type: string, description: string, id: string, index: number): LakeError {
  return new LakeError(409, 'mutationError', `The mutation(s) failed: ${description}`, {
    items: [{ error: { type, description, id }, index }],
  })
}
