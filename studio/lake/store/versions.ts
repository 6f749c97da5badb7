import { publishedId, releaseOf } from '../document.ts'

/** Which versions there are, found without a scan. */
export interface VersionIndex {
  /** Ids of a document's versions in releases, by its published id. */
  ofDocument: (id: string) => ReadonlySet<string>
  /** Ids of the versions in a release, by its name. */
  inRelease: (release: string) => ReadonlySet<string>
  add: (id: string) => void
  remove: (id: string) => void
}

const NONE: ReadonlySet<string> = new Set()

export function createVersionIndex(): VersionIndex {
  const byDocument = new Map<string, Set<string>>()
  const byRelease = new Map<string, Set<string>>()

  return {
    ofDocument: (id) => byDocument.get(id) ?? NONE,
    inRelease: (release) => byRelease.get(release) ?? NONE,
    add: (id) => {
      const release = releaseOf(id)
      if (release === undefined) return
      addTo(byDocument, publishedId(id), id)
      addTo(byRelease, release, id)
    },
    remove: (id) => {
      removeFrom(byDocument, publishedId(id), id)
      removeFrom(byRelease, releaseOf(id) ?? '', id)
    },
  }
}

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, new Set([id]))
  else known.add(id)
}

function removeFrom(index: Map<string, Set<string>>, key: string, id: string): void {
  const known = index.get(key)
  known?.delete(id)
  if (known?.size === 0) index.delete(key)
}
