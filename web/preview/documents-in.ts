import type { Scope } from '../../api/contract/previews.ts'
import type { Documents, StoredDocument } from '../content/documents.ts'

const DRAFT = 'drafts.'
const VERSION = /^versions\.([^.]+)\.(.+)$/u

/** The documents that a scope sees, of all that are stored. A draft or a version has its published id. */
export function documentsIn(raw: readonly StoredDocument[], scope: Scope): Documents {
  const found = new Map(raw.filter(({ _id }) => !isPrefixed(_id)).map((document) => [document._id, document]))
  for (const layer of layersOf(scope).toReversed()) {
    for (const document of raw) {
      const id = idIn(layer, document._id)
      if (id === undefined || (scope.perspective === 'document' && id !== scope.document)) continue
      if (takesAway(document)) found.delete(id)
      else found.set(id, { ...document, _id: id })
    }
  }
  return found
}

function layersOf(scope: Scope): readonly string[] {
  if (scope.perspective === 'stack') return scope.stack
  return scope.perspective === 'published' ? [] : ['drafts']
}

/** The published id of a document that is of this layer. */
function idIn(layer: string, id: string): string | undefined {
  if (layer === 'drafts') return id.startsWith(DRAFT) ? id.slice(DRAFT.length) : undefined
  const [, release, published] = VERSION.exec(id) ?? []
  return release === layer ? published : undefined
}

function isPrefixed(id: string): boolean {
  return id.startsWith(DRAFT) || VERSION.test(id)
}

/** Whether a version deletes its document, instead of changing it. */
function takesAway({ _system: system }: StoredDocument): boolean {
  return typeof system === 'object' && system !== null && 'delete' in system && system.delete === true
}
