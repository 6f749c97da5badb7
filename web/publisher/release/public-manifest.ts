import { createHash } from 'node:crypto'

/*
 * The public part of a release's manifest, as `release.json` among its files. The API reads it back from the other
 * places where the site lives, so this file runs unbuilt.
 */

/**
 * Somebody who knows a document's id and revision can tell whether a release was made from it; nobody can list them.
 */
export interface PublicManifest {
  id: string
  /** When it was made, ISO 8601. */
  at: string
  /** By path: what stands in the page as `<meta name="release-stamp">`. */
  pages: Record<string, { stamp: string }>
  /** Permanent redirects, from path to path or address. */
  redirects: Record<string, string>
  /** `revisionProof` of every document that it was made from, sorted. */
  revisions: readonly string[]
}

/** Stands for one revision of one document: the revision is random, so an id alone can't be tried out. */
export function revisionProof(id: string, revision: string): string {
  return createHash('sha256').update(`${id}\n${revision}`).digest('base64url').slice(0, 22)
}

type Revisions = Readonly<Record<string, string>>

/** The last call and its result. */
let latest: { documents: Revisions; ids: readonly string[]; proofs: readonly string[] } = {
  documents: {},
  ids: [],
  proofs: [],
}

/** Sorted. Only changes since the last call are hashed, as a thousand documents would take noticeable time. */
function proofsOf(documents: Revisions): readonly string[] {
  if (documents === latest.documents) return latest.proofs
  const last = latest.documents
  const ids = Object.keys(documents)
  const changed = ids.filter((id) => documents[id] !== last[id])
  const replaced = changed.filter((id) => Object.hasOwn(last, id))
  const isOneGone = ids.length - changed.length + replaced.length < latest.ids.length
  const removed = isOneGone ? latest.ids.filter((id) => !Object.hasOwn(documents, id)) : []
  const gone = new Set([...replaced, ...removed].map((id) => proofIn(last, id)))
  const kept = gone.size === 0 ? latest.proofs : latest.proofs.filter((proof) => !gone.has(proof))
  const fresh = changed.map((id) => proofIn(documents, id))
  latest = { documents, ids, proofs: [...kept, ...fresh].toSorted() }
  return latest.proofs
}

function proofIn(documents: Revisions, id: string): string {
  return revisionProof(id, documents[id] ?? '')
}

/** The part of a manifest that the public one is made of. */
export interface ManifestParts {
  id: string
  at: string
  documents: Revisions
  pages: Readonly<Record<string, { stamp: string }>>
  redirects: Readonly<Record<string, string>>
}

export function publicManifest(manifest: ManifestParts): PublicManifest {
  const { id, at, documents, redirects } = manifest
  const pages: PublicManifest['pages'] = {}
  for (const page of Object.keys(manifest.pages)) pages[page] = { stamp: manifest.pages[page]?.stamp ?? '' }
  return { id, at, pages, redirects: { ...redirects }, revisions: proofsOf(documents) }
}
