import type { Content } from './content/content.ts'
import { hashOf, type Snapshot } from './content/snapshot.ts'
import type { PageRecord } from './release/manifest.ts'

/** Content that notes which of its parts and fields are looked at. */
export interface WatchedContent {
  content: Content
  /** What was read so far, as `part.field`, sorted. */
  reads: () => string[]
}

/** Watches a snapshot's content two levels deep: enough to tell an edit of the footer from one of the popup. */
export function watchReads({ content }: Snapshot): WatchedContent {
  const seen = new Set<string>()
  const parts = Object.entries(content).map(([name, part]: [string, unknown]) => [
    name,
    watch(name, part, seen),
  ])
  return { content: Object.fromEntries(parts) as Content, reads: () => [...seen].toSorted() }
}

function watch(name: string, part: unknown, seen: Set<string>): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const note = (key: string | symbol) => void seen.add(`${name}.${String(key)}`)
  return new Proxy(part, {
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
      return keys
    },
  })
}

/** The record of a page that read these fields: pages with equal stamps are equal. */
export function recordOf(reads: readonly string[], { parts }: Snapshot): PageRecord {
  const fields = reads.map((read) => {
    const [part = '', ...field] = read.split('.')
    return parts.get(part as keyof Content)?.fields.get(field.join('.'))
  })
  const documents = new Set(fields.flatMap((field) => [...(field?.documents ?? [])]))
  return {
    stamp: hashOf(reads.map((read, i) => [read, fields[i]?.hash ?? null])),
    documents: [...documents].toSorted(),
    reads: [...reads],
  }
}
