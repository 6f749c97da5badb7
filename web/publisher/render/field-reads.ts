import type { Content } from '../../content/content.ts'
import type { ContentKey } from '../../content/evaluate.ts'
import { hashOf, type Field, type FilledAnswer, type Snapshot } from '../../content/snapshot.ts'
import type { PageRecord } from '../release/page-records.ts'

/** Content that records which of its answers and fields are read. */
export interface WatchedContent {
  content: Content
  /** What was read so far, as `answer.field`, sorted. */
  reads: () => string[]
}

/** Stands for the list of an answer's fields and its order. No field has this name. */
const KEYS = '*'

/** Watches a snapshot's content two levels deep: enough to tell an edit of the footer from one of the popup. */
export function watchReads({ content }: Snapshot): WatchedContent {
  const seen = new Set<string>()
  const watched = new Map(Object.entries(content).map(([name, value]) => [name, watch(name, value, seen)]))
  const get = (target: Content, name: string | symbol): unknown => {
    const value = watched.get(String(name))
    // An answer without fields is read as a whole.
    if (typeof value !== 'object' || value === null || Array.isArray(value)) seen.add(String(name))
    return value ?? Reflect.get(target, name)
  }
  return { content: new Proxy(content, { get }), reads: () => [...seen].toSorted() }
}

function watch(name: string, value: unknown, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const note = (key: string | symbol): void => void seen.add(`${name}.${String(key)}`)
  return new Proxy(value, {
    get: (target, key) => {
      note(key)
      return Reflect.get(target, key) as unknown
    },
    has: (target, key) => {
      note(key)
      return Reflect.has(target, key)
    },
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target)
      keys.forEach(note)
      // A page that lists an answer's keys depends on which keys there are.
      note(KEYS)
      return keys
    },
  })
}

/** The record of a page that read these fields. Pages with equal stamps are equal. */
export function recordOf(reads: readonly string[], snapshot: Snapshot): PageRecord {
  const fields = reads.map((read) => fieldOf(read, snapshot))
  const documents = new Set(fields.flatMap((field) => [...(field?.documents ?? [])]))
  return {
    stamp: hashOf(reads.map((read, i) => [read, fields[i]?.hash ?? null])),
    documents: [...documents].toSorted(),
    reads: [...reads],
  }
}

/** The `answer.field` names whose values are not the same object in both snapshots. */
export function changedReads(one: Snapshot, other: Snapshot): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const name of new Set([...one.filled.keys(), ...other.filled.keys()])) {
    const { fields, replaced } = one.filled.get(name) ?? NOTHING
    const { fields: others } = other.filled.get(name) ?? NOTHING
    if (fields === others) continue
    const note = (key: string) => changed.add(key === '' ? name : `${name}.${key}`)
    const isKnown = replaced?.of === others
    for (const key of isKnown ? replaced.keys : fields.keys())
      if (fields.get(key) !== others.get(key)) note(key)
    if (isKnown) continue
    for (const key of others.keys()) if (!fields.has(key)) note(key)
    if (!haveSameKeys(fields, others)) note(KEYS)
  }
  return changed
}

type Fields = ReadonlyMap<string, Field>

const NOTHING: Pick<FilledAnswer, 'fields' | 'replaced'> = { fields: new Map() }

function haveSameKeys(one: Fields, other: Fields): boolean {
  if (one.size !== other.size) return false
  const others = other.keys()
  for (const key of one.keys()) if (key !== others.next().value) return false
  return true
}

function fieldOf(read: string, { filled }: Snapshot): Pick<Field, 'hash' | 'documents'> | undefined {
  const dot = read.indexOf('.')
  const [name, key] = dot < 0 ? [read, ''] : [read.slice(0, dot), read.slice(dot + 1)]
  const known = filled.get(name as ContentKey)
  if (known && key === KEYS)
    return { hash: hashOf([...known.fields.keys()]), documents: known.answer.documents }
  return known?.fields.get(key)
}
