import { contentFaults, type BrokenPictures, type ContentFault } from '../content/check.ts'
import type { Documents } from '../content/documents.ts'
import { snapshotOf, type Snapshot } from '../content/snapshot.ts'
import type { Drawing } from './draw.ts'
import { admit } from './admit.ts'
import { ownImages } from './pictures/images.ts'
import type { Fault, Held } from './release/manifest.ts'

/** A site without faults, and the documents whose newest revision is not in it. */
export interface SoundSite {
  documents: Documents
  snapshot: Snapshot
  drawing: Drawing
  held: Held[]
}

type Draw = (snapshot: Snapshot) => Promise<Drawing>

/**
 * Draws the newest site that has no fault. What is wrong with a document by itself is seen before drawing; a
 * page that breaks is the fault of one of the changes, which are then tried one after another.
 * Documents that show a `broken` picture are held like others with a fault.
 * Returns sentences when not even the `good` documents make a site.
 */
export async function drawSound(
  fresh: Documents,
  good: Documents,
  draw: Draw,
  before?: Snapshot,
  broken?: BrokenPictures,
): Promise<SoundSite | string[]> {
  const admitted = admit(fresh, good, broken)
  if (Array.isArray(admitted)) return admitted.map(inWords)
  const whole = await drawDocuments(admitted.documents, draw, before)
  if (whole.drawing.faults.length === 0) return { ...whole, held: admitted.held }
  if (good.size === 0) return sentencesOf(whole.drawing)

  const changed = changesBetween(good, admitted.documents)
  const tried = await tryOneByOne(changed, admitted.documents, good, draw, before, broken)
  if (Array.isArray(tried)) return tried
  return { ...tried, held: [...admitted.held, ...tried.held] }
}

async function drawDocuments(documents: Documents, draw: Draw, before?: Snapshot) {
  const snapshot = snapshotOf(ownImages(documents), before)
  return { documents, snapshot, drawing: await draw(snapshot) }
}

async function tryOneByOne(
  changed: readonly string[],
  fresh: Documents,
  good: Documents,
  draw: Draw,
  before?: Snapshot,
  broken?: BrokenPictures,
): Promise<SoundSite | string[]> {
  let site = await drawDocuments(good, draw, before)
  if (site.drawing.faults.length > 0) return sentencesOf(site.drawing)
  const faults = new Map<string, Fault[]>()
  let waiting = [...changed]
  // A change can need another one: an item and the list that refers to it.
  for (let left = Infinity; waiting.length < left;) {
    left = waiting.length
    const again: string[] = []
    for (const id of waiting) {
      const documents = withDocument(site.documents, id, fresh)
      const content = contentFaults(documents, broken)
      const next = content.length === 0 ? await drawDocuments(documents, draw, site.snapshot) : undefined
      if (next && next.drawing.faults.length === 0) {
        site = next
        continue
      }
      faults.set(id, next?.drawing.faults ?? content.map((fault) => ({ sentence: inWords(fault) })))
      again.push(id)
    }
    waiting = again
  }
  return { ...site, held: waiting.map((id) => heldOf(id, fresh, good, faults.get(id) ?? [])) }
}

function sentencesOf({ faults }: Drawing): string[] {
  return faults.map(({ sentence }) => sentence)
}

function heldOf(id: string, fresh: Documents, good: Documents, faults: Fault[]): Held {
  const document = fresh.get(id)
  return {
    _id: id,
    _type: (document ?? good.get(id))?._type ?? '',
    _rev: document?._rev ?? null,
    faults,
  }
}

function withDocument(documents: Documents, id: string, from: Documents): Documents {
  const next = new Map(documents)
  const document = from.get(id)
  if (document) next.set(id, document)
  else next.delete(id)
  return next
}

/** Ids of what differs, the oldest change first. */
function changesBetween(good: Documents, fresh: Documents): string[] {
  const ids = new Set([...good.keys(), ...fresh.keys()])
  const at = (id: string) => fresh.get(id)?._updatedAt ?? ''
  return [...ids]
    .filter((id) => good.get(id)?._rev !== fresh.get(id)?._rev)
    .toSorted((one, other) => at(one).localeCompare(at(other)))
}

/** A fault with the document that it is in. */
export function inWords({ document, path, sentence }: ContentFault): string {
  return path === undefined ? sentence : `${document}.${sentence}`
}
