import { ContentError } from '../../../api/contract/content-error.ts'
import { contentFaults } from '../../content/check.ts'
import type { Documents } from '../../content/documents.ts'
import { faultAt, heldDocuments, type Candidate, type Fault, type Held } from '../../content/hold-back.ts'
import { ownImages } from '../../content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../content/snapshot.ts'
import type { SiteRendering } from './render-site.ts'

/** A site without faults, and the documents whose newest revision is not in it. */
export interface RenderedSite {
  documents: Documents
  snapshot: Snapshot
  rendering: SiteRendering
  held: Held[]
}

export type Render = (snapshot: Snapshot) => Promise<SiteRendering>
type Site = Omit<RenderedSite, 'held'>

/**
 * Renders the newest site that has no fault. A page that breaks is the fault of one of the changes since the last
 * release, which are then tried one after another.
 * @throws ContentError when not even the last good documents make a site
 */
export async function renderWithFallback(candidate: Candidate, render: Render): Promise<RenderedSite> {
  const { documents, snapshot, faults } = candidate
  const newest = { documents, snapshot, rendering: await render(snapshot) }
  if (newest.rendering.faults.length === 0)
    return { ...newest, held: heldDocuments(candidate, documents, faults) }
  if (candidate.lastGood.size === 0) throw refusalOf(newest)

  const reasons = new Map(faults)
  const site = await applyOneByOne(candidate, render, reasons)
  return { ...site, held: heldDocuments(candidate, site.documents, reasons) }
}

/** The last good site with every change that leaves it without a fault; notes in `reasons` what the others broke. */
async function applyOneByOne(
  candidate: Candidate,
  render: Render,
  reasons: Map<string, readonly Fault[]>,
): Promise<Site> {
  const { documents: wanted, lastGood, before } = candidate
  let site = await renderDocuments(lastGood, render, before)
  if (site.rendering.faults.length > 0) throw refusalOf(site)

  let waiting = changesBetween(lastGood, wanted)
  // A change can need another one: an item and the list that refers to it.
  for (let left = Infinity; waiting.length < left;) {
    left = waiting.length
    const again: string[] = []
    for (const id of waiting) {
      const documents = withDocument(site.documents, id, wanted)
      const wrong = contentFaults(documents, candidate)
      const next = wrong.length === 0 ? await renderDocuments(documents, render, site.snapshot) : undefined
      if (next?.rendering.faults.length === 0) {
        site = next
        continue
      }
      reasons.set(id, next?.rendering.faults ?? wrong.map((fault) => faultAt(id, fault, documents)))
      again.push(id)
    }
    waiting = again
  }
  return site
}

async function renderDocuments(documents: Documents, render: Render, before?: Snapshot): Promise<Site> {
  const snapshot = snapshotOf(ownImages(documents), before)
  return { documents, snapshot, rendering: await render(snapshot) }
}

function refusalOf({ rendering }: Site): ContentError {
  return new ContentError(rendering.faults.map(({ message }) => message))
}

function withDocument(documents: Documents, id: string, from: Documents): Documents {
  const next = new Map(documents)
  const document = from.get(id)
  if (document) next.set(id, document)
  else next.delete(id)
  return next
}

/** Ids of what differs, the oldest change first. */
function changesBetween(one: Documents, other: Documents): string[] {
  const ids = new Set([...one.keys(), ...other.keys()])
  const at = (id: string) => other.get(id)?._updatedAt ?? ''
  return [...ids]
    .filter((id) => one.get(id)?._rev !== other.get(id)?._rev)
    .toSorted((first, second) => at(first).localeCompare(at(second)))
}
