import { contentFaults, referencesOf, type BrokenPictures, type ContentFault } from '../content/check.ts'
import type { Documents, StoredDocument } from '../content/documents.ts'
import type { Held } from './release/manifest.ts'

/** Documents that make a whole site, and those among them that stand in for a broken newer revision. */
export interface Admitted {
  documents: Documents
  held: Held[]
}

/**
 * Takes every document that is sound as it is now, and the last good revision of one that is not: a broken
 * document never keeps the others from going live. Returns the faults where no good revision can stand in.
 */
export function admit(fresh: Documents, good: Documents, broken?: BrokenPictures): Admitted | ContentFault[] {
  const wrong = contentFaults(fresh, broken)
  if (wrong.length === 0) return { documents: fresh, held: [] }
  if (good.size === 0) return wrong

  let documents = fresh
  const held = new Map<string, Held>()
  // Putting one back can uncover the next: a list without the item that it refers to, say.
  for (;;) {
    const faults = contentFaults(documents, broken)
    if (faults.length === 0) return { documents, held: [...held.values()] }

    const next = new Map(documents)
    for (const [id, found] of Map.groupBy(faults, (fault) => fault.document)) {
      const stood = standIn(id, documents, good)
      if (!stood) continue
      for (const [key, document] of stood) {
        if (document) next.set(key, document)
        else next.delete(key)
        if (fresh.get(key) !== document) held.set(key, heldOf(key, fresh.get(key), good.get(key), found))
      }
    }
    if (isEqual(next, documents)) return wrong
    documents = next
  }
}

/** What to put in the place of a faulty document; nothing when there is no better one. */
function standIn(
  id: string,
  documents: Documents,
  good: Documents,
): [string, StoredDocument | undefined][] | undefined {
  const now = documents.get(id)
  const last = good.get(id)
  if (now?._rev !== last?._rev) return [[id, last]]
  // It was good until something that it refers to went away.
  const gone = [...good.values()].filter((document) => !documents.has(document._id))
  if (gone.length > 0) return gone.map((document) => [document._id, document])
  // Or until that became something else.
  const others = now
    ? referencesOf(now).filter(({ to }) => documents.get(to)?._rev !== good.get(to)?._rev)
    : []
  return others.length > 0 ? others.map(({ to }) => [to, good.get(to)]) : undefined
}

function heldOf(
  id: string,
  fresh: StoredDocument | undefined,
  good: StoredDocument | undefined,
  faults: readonly ContentFault[],
): Held {
  return {
    _id: id,
    _type: fresh?._type ?? good?._type ?? '',
    _rev: fresh?._rev ?? null,
    faults: faults.map(({ sentence, path }) => ({ sentence, ...(path === undefined ? {} : { path }) })),
  }
}

function isEqual(one: Documents, other: Documents): boolean {
  return one.size === other.size && [...one].every(([id, document]) => other.get(id) === document)
}
