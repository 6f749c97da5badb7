import { createHash } from 'node:crypto'

/*
 * What a release says of itself to everybody, as `release.json` among its files. The API reads it back from the
 * other places that the site lives at, so this file runs unbuilt.
 */

/** Who knows a document's id and revision finds whether a release was made from it; nobody can list either. */
export interface PublicManifest {
  id: string
  /** When it was made, ISO 8601. */
  at: string
  /** By path: what stands in the page as `<meta name="release-stamp">`. */
  pages: Record<string, { stamp: string }>
  /** Permanent redirects, from path to path or address. */
  redirects: Record<string, string>
  /** `revisionProof` of every document that it was made from, sorted. */
  revisions: string[]
}

/** Stands for one revision of one document: the revision is random, so an id alone can't be tried out. */
export function revisionProof(id: string, revision: string): string {
  return createHash('sha256').update(`${id}\n${revision}`).digest('base64url').slice(0, 22)
}

let known: ReadonlyMap<string, { revision: string; proof: string }> = new Map()

/** By document; what is as it was the last time is not hashed again, which a thousand documents would make felt. */
function proofsOf(documents: Readonly<Record<string, string>>): string[] {
  known = new Map(
    Object.entries(documents).map(([id, revision]) => {
      const last = known.get(id)
      return [id, last?.revision === revision ? last : { revision, proof: revisionProof(id, revision) }]
    }),
  )
  return [...known.values()].map(({ proof }) => proof)
}

export function publicManifest(manifest: {
  id: string
  at: string
  documents: Readonly<Record<string, string>>
  pages: Readonly<Record<string, { stamp: string }>>
  redirects: Readonly<Record<string, string>>
}): PublicManifest {
  const { id, at, documents, redirects } = manifest
  const pages = Object.entries(manifest.pages).map(([page, { stamp }]) => [page, { stamp }] as const)
  const revisions = proofsOf(documents)
  return {
    id,
    at,
    pages: Object.fromEntries(pages),
    redirects: { ...redirects },
    revisions: revisions.toSorted(),
  }
}
