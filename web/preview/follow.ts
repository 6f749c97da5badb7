import type { MutationEvent, SanityClient } from '@sanity/client'
import { documentTypes, type Documents, type StoredDocument } from '../content/documents.ts'

/** All documents as they are at one moment, drafts included. */
export interface Reading {
  documents: readonly StoredDocument[]
  /** When the newest of them was written, ISO 8601. */
  at: string
  /** Another one after every change. */
  moment: string
}

/** A dataset that is read once and then followed by what its listener tells. */
export interface Follower {
  /** Rejects when the source does not answer. */
  read(): Promise<Reading>
  /** Calls `listener` after each change; returns how to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}

const TYPES = [...documentTypes, 'sanity.imageAsset', 'sanity.fileAsset']
const EVERYTHING = '*[_type in $types]'

/**
 * Follows the dataset of `client`, which must be allowed to read drafts. The listener starts with the first
 * read and brings each changed document whole, so that a change costs no further request.
 */
export function followDrafts(client: SanityClient): Follower {
  const source = client.withConfig({ perspective: 'raw', useCdn: false })
  const listeners = new Set<() => void>()
  // Moments of another process are other ones.
  const start = Date.now().toString(36)
  let moments = 0
  const nextMoment = () => `${start}-${(moments += 1)}`
  let known: Map<string, StoredDocument> | undefined
  let reading: Promise<Reading> | undefined
  let connection: { unsubscribe(): void } | undefined
  let early: MutationEvent[] = []

  async function readAll(): Promise<Reading> {
    early = []
    const documents = await source.fetch<StoredDocument[]>(EVERYTHING, { types: TYPES })
    const found = new Map(documents.map((document) => [document._id, document]))
    // What was told meanwhile may be newer than the answer, and is at worst told twice.
    for (const event of early) apply(found, event)
    known = found
    return readingOf(found, nextMoment())
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
    reading = Promise.resolve(readingOf(known, nextMoment()))
    if (event.transactionCurrentEvent < event.transactionTotalEvents) return
    tellAll()
  }

  /** What one listener throws is no matter of the others, nor of the connection that is heard here. */
  function tellAll(): void {
    for (const listener of listeners) {
      try {
        listener()
      } catch (error) {
        console.error(error)
      }
    }
  }

  function connect(): void {
    connection ??= source
      .listen(
        EVERYTHING,
        { types: TYPES },
        { includeResult: true, events: ['welcome', 'mutation', 'reconnect'] },
      )
      .subscribe({
        next: (event) => {
          if (event.type === 'mutation') return hear(event)
          // What changed while nobody listened is only in a new read.
          forget()
          tellAll()
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

function apply(documents: Map<string, StoredDocument>, { documentId, result }: MutationEvent): void {
  if (result) documents.set(documentId, result)
  else documents.delete(documentId)
}

function readingOf(documents: ReadonlyMap<string, StoredDocument>, moment: string): Reading {
  const all = [...documents.values()]
  const at = all.reduce((latest, { _updatedAt: written }) => (written > latest ? written : latest), '')
  return { documents: all, at, moment }
}

/** What a preview shows: what is live, every draft, or the draft of one document among what is live. */
export type Scope = { perspective: 'published' | 'drafts' } | { perspective: 'document'; document: string }

const DRAFT = 'drafts.'
const VERSION = 'versions.'

/** The documents that a scope sees, of all that are stored. A draft goes under its published id. */
export function documentsIn(raw: readonly StoredDocument[], scope: Scope): Documents {
  const stored = raw.filter(({ _id }) => !_id.startsWith(VERSION))
  const published = stored.filter(({ _id }) => !_id.startsWith(DRAFT))
  const drafts = stored
    .filter(({ _id }) => _id.startsWith(DRAFT))
    .map((draft) => ({ ...draft, _id: draft._id.slice(DRAFT.length) }))
    .filter(({ _id }) => isInScope(_id, scope))
  return new Map([...published, ...drafts].map((document) => [document._id, document]))
}

function isInScope(id: string, scope: Scope): boolean {
  return scope.perspective === 'document' ? scope.document === id : scope.perspective === 'drafts'
}
