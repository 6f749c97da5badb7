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

/** The result of the last call. */
let latest: { documents: Readonly<Record<string, string>>; proofs: readonly string[] } = {
  documents: {},
  proofs: [],
}

/** Sorted. Only changes since the last call are hashed, as a thousand documents would take noticeable time. */
function proofsOf(documents: Readonly<Record<string, string>>): readonly string[] {
  if (documents === latest.documents) return latest.proofs
  const last = latest.documents
  const fresh = provenOf(documents, last)
  const gone = new Set(provenOf(last, documents))
  const kept = gone.size === 0 ? latest.proofs : latest.proofs.filter((proof) => !gone.has(proof))
  latest = { documents, proofs: [...kept, ...fresh].toSorted() }
  return latest.proofs
}

/** Proofs of those revisions that are not among the others. */
function provenOf(one: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): string[] {
  return Object.keys(one)
    .filter((id) => one[id] !== others[id])
    .map((id) => revisionProof(id, one[id] ?? ''))
}

/** The part of a manifest that the public one is made of. */
export interface ManifestParts {
  id: string
  at: string
  documents: Readonly<Record<string, string>>
  pages: Readonly<Record<string, { stamp: string }>>
  redirects: Readonly<Record<string, string>>
}

export function publicManifest(manifest: ManifestParts): PublicManifest {
  const { id, at, documents, redirects } = manifest
  const pages: PublicManifest['pages'] = {}
  for (const page of Object.keys(manifest.pages)) pages[page] = { stamp: manifest.pages[page]?.stamp ?? '' }
  return { id, at, pages, redirects: { ...redirects }, revisions: proofsOf(documents) }
}
