import { ALIASES } from '../contract/pages.ts'
import type { Receipt } from '../contract/publishing.ts'
import type { Manifest } from './renderer.ts'

/** A revision that was published; none if the document was deleted or unpublished. */
interface Revision {
  document: string
  revision: string | null
}

/** What a release made of a revision. `missing`: neither it nor anything in its place is there. */
export type Verdict = Pick<Receipt, 'pages' | 'faults' | 'placeholders' | 'isShown'> & {
  kind: 'in' | 'held' | 'replaced' | 'missing'
}

/** Reads from a release's manifest what became of a revision. */
export function verdictOf({ document, revision }: Revision, manifest: Manifest): Verdict {
  const there = manifest.documents[document]
  const pages = pagesWith(document, manifest)
  if ((there ?? null) === revision) return { kind: 'in', pages, faults: [], ...standIns(document, manifest) }
  const held = manifest.held.find(({ _id }) => _id === document)
  if (held?._rev === revision)
    return { kind: 'held', pages, faults: held.faults, isShown: there !== undefined }
  return { kind: held || there !== undefined ? 'replaced' : 'missing', pages, faults: [] }
}

/** Paths of the pages that read a document. */
export function pagesWith(document: string, { pages }: Manifest): string[] {
  return Object.entries(pages)
    .filter(([, page]) => page.documents.includes(document))
    .map(([path]) => path)
}

/** All known placeholders are in the settings. */
function standIns(document: string, { placeholders = [] }: Manifest): Pick<Receipt, 'placeholders'> {
  if (document !== 'settings' || placeholders.length === 0) return {}
  return { placeholders: placeholders.map(({ path, title }) => ({ path, title })) }
}

/** Ids of the documents that differ between two releases, held ones included. */
export function changedDocuments(before: Manifest | undefined, after: Manifest): string[] {
  if (!before) return []
  const [old, fresh] = [revisions(before), revisions(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((id) => old.get(id) !== fresh.get(id))
}

/** Paths of the pages that differ between two releases, or are in one of them only; second addresses left out. */
export function changedPages(before: Manifest | undefined, after: Manifest): string[] {
  if (!before) return []
  const all = [...new Set([...Object.keys(before.pages), ...Object.keys(after.pages)])]
  return all.filter((path) => !(path in ALIASES) && before.pages[path]?.stamp !== after.pages[path]?.stamp)
}

/** The newest revision of each document that a release knows of; none if it is gone. */
export function revisions({ documents, held }: Manifest): Map<string, string | null> {
  const newest = held.map(({ _id, _rev }) => [_id, _rev] as const)
  return new Map<string, string | null>([...Object.entries(documents), ...newest])
}
