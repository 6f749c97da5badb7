import type { MutationEvent, SanityClient } from '@sanity/client'
import { getPublishedId } from '@sanity/client/csm'
import { storedTypes, type StoredDocument } from '../content/documents.ts'
import { pathOf } from '../content/paths.ts'

/** All documents as they are at one moment, drafts and versions in content releases included. */
export interface Reading {
  documents: readonly StoredDocument[]
  /** When the newest of them was written, ISO 8601. */
  at: string
  /** Another one after every change. */
  moment: string
  /** Paths that pages have left since the dataset is followed, each with the published id of the last page there. */
  left: ReadonlyMap<string, string>
}

/** A dataset that is read once, and then followed through its listener. */
export interface Follower {
  /** Rejects when the source does not answer. */
  read(): Promise<Reading>
  /** Calls `listener` after each change; returns how to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}

const EVERYTHING = '*[_type in $types]'
/** Each letter typed into an address leaves a path behind. */
const MAX_LEFT = 1_000

/**
 * Follows the dataset of `client`, which must be allowed to read drafts. The listener starts with the first
 * read and brings each changed document whole, so that a change costs no further request.
 */
export function followDrafts(client: SanityClient): Follower {
  const source = client.withConfig({ perspective: 'raw', useCdn: false })
  const listeners = new Set<() => void>()
  const nextMoment = createMoments()
  const left = new Map<string, string>()
  let known: Map<string, StoredDocument> | undefined
  let reading: Promise<Reading> | undefined
  let connection: { unsubscribe(): void } | undefined
  let early: MutationEvent[] = []

  async function readAll(): Promise<Reading> {
    early = []
    const documents = await source.fetch<StoredDocument[]>(EVERYTHING, { types: storedTypes })
    const found = new Map(documents.map((document) => [document._id, document]))
    // Events that came meanwhile may be newer than the response; at worst they are applied twice.
    for (const event of early) apply(found, event)
    known = found
    return readingOf(found)
  }

  function apply(documents: Map<string, StoredDocument>, { documentId, result }: MutationEvent): void {
    noteLeft(left, documents.get(documentId), result)
    if (result) documents.set(documentId, result)
    else documents.delete(documentId)
  }

  function readingOf(documents: ReadonlyMap<string, StoredDocument>): Reading {
    const all = [...documents.values()]
    let at = ''
    for (const { _updatedAt: written } of all) if (written > at) at = written
    return { documents: all, at, moment: nextMoment(), left }
  }

  function forget(): void {
    known = undefined
    reading = undefined
  }

  function hear(event: MutationEvent): void {
    if (!known) {
      early.push(event)
      return
    }
    apply(known, event)
    reading = Promise.resolve(readingOf(known))
    if (event.transactionCurrentEvent < event.transactionTotalEvents) return
    tellAll(listeners)
  }

  function connect(): void {
    connection ??= source
      .listen(
        EVERYTHING,
        { types: storedTypes },
        { includeResult: true, includeAllVersions: true, events: ['welcome', 'mutation', 'reconnect'] },
      )
      .subscribe({
        next: (event) => {
          if (event.type === 'mutation') return hear(event)
          // Only a new read has what changed while nobody listened.
          forget()
          tellAll(listeners)
        },
        error: () => {
          connection = undefined
          forget()
        },
      })
  }

  return {
    read: () => {
      connect()
      if (reading) return reading
      const started = readAll()
      reading = started
      started.catch(() => {
        if (reading === started) forget()
      })
      return started
    },
    subscribe: (listener) => {
      connect()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => connection?.unsubscribe(),
  }
}

/** Returns a new name with each call. No two processes share names. */
function createMoments(): () => string {
  const start = Date.now().toString(36)
  let count = 0
  return () => {
    count += 1
    return `${start}-${count}`
  }
}

/** Notes the path that a page has left: of a page that is only a draft, nothing else says it. */
function noteLeft(
  left: Map<string, string>,
  before: StoredDocument | undefined,
  now: MutationEvent['result'],
): void {
  if (!before) return
  const path = pathOf(before)
  if (path === undefined || (now && pathOf(now) === path)) return
  left.delete(path)
  left.set(path, getPublishedId(before._id))
  const [oldest] = left.keys()
  if (left.size > MAX_LEFT && oldest !== undefined) left.delete(oldest)
}

/** An error of one listener must not reach the others, or the connection that calls them. */
function tellAll(listeners: Iterable<() => void>): void {
  for (const listener of listeners) {
    try {
      listener()
    } catch (error) {
      console.error(error)
    }
  }
}
