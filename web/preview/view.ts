import type { Scope } from '../../api/contract/previews.ts'
import type { Documents, StoredDocument } from '../content/documents.ts'
import { snapshotOf, type Snapshot } from '../content/snapshot.ts'
import { documentsIn } from './documents-in.ts'
import type { Reading } from './follow.ts'
import { createMarker, type Marked } from './marks.ts'

/** What a scope shows at one moment. Content is evaluated when asked for, and may throw then. */
export interface View {
  documents: Documents
  scope: Scope
  /** All documents that are stored; `documents` are those that the scope sees. */
  reading: Reading
  snapshot(): Snapshot
  marked(): Marked & { snapshot: Snapshot }
}

const MAX_SCOPES = 20

/** Makes views; what did not change since the last one of a scope is not evaluated again. */
export function createViews(lake: string | undefined): (reading: Reading, scope: Scope) => View {
  const makers = new Map<string, (reading: Reading) => View>()

  return (reading, scope) => {
    const key = JSON.stringify(scope)
    const make = makers.get(key) ?? createMaker(scope, lake)
    // There could be many share links of single documents. Forgetting what is kept only costs time.
    if (makers.size >= MAX_SCOPES) makers.clear()
    makers.set(key, make)
    return make(reading)
  }
}

function createMaker(scope: Scope, lake: string | undefined): (reading: Reading) => View {
  const mark = createMarker()
  let last: { reading: Reading; view: View } | undefined
  let clean: Snapshot | undefined
  let marked: Snapshot | undefined

  function viewOf(reading: Reading): View {
    const documents = documentsIn(ownAssets(reading.documents, lake), scope)
    let snapshot: Snapshot | undefined
    let seen: (Marked & { snapshot: Snapshot }) | undefined
    return {
      documents,
      scope,
      reading,
      snapshot: () => {
        snapshot ??= snapshotOf(documents, clean)
        clean = snapshot
        return snapshot
      },
      marked: () => {
        if (seen) return seen
        const found = mark(documents)
        marked = snapshotOf(found.documents, marked)
        seen = { ...found, snapshot: marked }
        return seen
      },
    }
  }

  return (reading) => {
    if (last?.reading !== reading) last = { reading, view: viewOf(reading) }
    return last.view
  }
}

/**
 * The documents with assets of the local lake under their path alone: whoever opens a preview may know this server by
 * another name than the server itself does.
 */
function ownAssets(
  documents: readonly StoredDocument[],
  lake: string | undefined,
): readonly StoredDocument[] {
  if (lake === undefined) return documents
  return documents.map((document) => {
    const { url } = document
    const isOwn = typeof url === 'string' && url.startsWith(`${lake}/`)
    return isOwn ? { ...document, url: url.slice(lake.length) } : document
  })
}
