import { ContentError } from '../../api/contract/content-error.ts'
import { contentFaults, inEditorsWords, inWords, standInFor } from './check.ts'
import { withOthers, type Documents } from './documents.ts'
import type { BrokenPictures, ContentFault } from './fault.ts'
import { documentWords } from './field-words.ts'
import { ownImages } from './picture-files.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'
import { standIns } from './stand-ins.ts'
import { takeFresh } from './take-fresh.ts'

/**
 * At most this many held documents are checked again by themselves, as each check goes through all documents; the
 * others keep the fault that was found first.
 */
const MAX_RECHECKED = 50

/** What is wrong, in an editor's words, and where. */
export interface Fault {
  message: string
  /** Path of the field in its document, as the Studio spells it: `faq.groups[_key=="a"]`. */
  path?: string
  /** The field to correct, where it is in another document. */
  elsewhere?: { documentId: string; type: string; path: string }
}

/** A document whose newest revision would break a page, and which of its fields need fixing. */
export interface Held {
  _id: string
  _type: string
  /** Null where the fault is that the document is gone. */
  _rev: string | null
  faults: Fault[]
}

/** The content to render, and what may stand in for what is broken in it. */
export interface ContentState {
  fresh: Documents
  /** The documents of the last release; empty where nothing may stand in for what is broken. */
  lastGood: Documents
  /** Pictures that can't be shown: documents that show them are held back. */
  broken?: BrokenPictures | undefined
  /** An earlier snapshot, to take from it what did not change. */
  before?: Snapshot | undefined
}

/** Content that can be rendered: no document in it has a fault of its own. */
export interface Candidate extends ContentState {
  documents: Documents
  snapshot: Snapshot
  /** Why documents were held back, by id. */
  faults: ReadonlyMap<string, readonly Fault[]>
}

/**
 * Takes each valid document as it is now, and the last good revision of each invalid one: a broken document never keeps
 * the others from going live.
 * @throws ContentError with all faults where no good revision can stand in
 */
export function holdBack(state: ContentState): Candidate {
  const found = { ...state, lastGood: withoutOtherRedirects(state.lastGood) }
  const { fresh, lastGood, before } = found
  const wrong = contentFaults(fresh, found)
  if (wrong.length > 0 && lastGood.size === 0) throw refusalOf(wrong, fresh)

  const faults = new Map<string, readonly Fault[]>()
  let documents = fresh
  // Putting one back can break another, such as a list that refers to an item that is gone.
  for (let left = wrong; left.length > 0; left = contentFaults(documents, found)) {
    const next = putBack(left, documents, found, faults)
    if (isEqual(next, documents)) throw refusalOf(wrong, fresh)
    documents = next
  }
  if (documents !== fresh) documents = takeFresh(documents, fresh, found)
  for (const id of faults.keys()) if (documents.get(id)?._rev === fresh.get(id)?._rev) faults.delete(id)
  for (const id of [...faults.keys()].slice(0, MAX_RECHECKED)) {
    const own = faultsAlone(id, documents, found)
    if (own.length > 0) faults.set(id, own)
  }
  return { ...found, documents, snapshot: snapshotOf(ownImages(documents), before), faults }
}

/**
 * An earlier version of this program took a document of another type for the redirects, which can't stand in for them.
 * It is left out: a site works without redirects, and nothing else should be held back for them.
 */
function withoutOtherRedirects(lastGood: Documents): Documents {
  const redirects = lastGood.get('redirects')
  if (!redirects || redirects._type === 'redirects') return lastGood
  return withOthers(lastGood, ['redirects'], new Map())
}

/**
 * The faults if, of all that is held, this document alone were shown: others may have gone live since it was put back.
 */
function faultsAlone(id: string, shown: Documents, { fresh, ...pictures }: ContentState): Fault[] {
  const documents = withOthers(shown, [id], fresh)
  const all = contentFaults(documents, pictures)
  const own = all.filter(({ document }) => document === id)
  return (own.length > 0 ? own : all).map((fault) => faultAt(id, fault, documents))
}

function refusalOf(wrong: readonly ContentFault[], documents: Documents): ContentError {
  const faults = wrong.map(({ document: documentId, path, message }) => {
    const document = documents.get(documentId) ?? standInFor(documentId)
    const title = documentWords(document)
    return { documentId, type: document._type, title, message, ...(path !== undefined && { path }) }
  })
  return new ContentError(wrong.map(inWords), faults)
}

/** The documents with stand-ins for those that have faults; notes in `reasons` why. */
function putBack(
  wrong: readonly ContentFault[],
  documents: Documents,
  { fresh, lastGood }: ContentState,
  reasons: Map<string, readonly Fault[]>,
): Documents {
  const next = new Map(documents)
  const faulty = Map.groupBy(wrong, (fault) => fault.document)
  for (const [id, own] of faulty) {
    for (const [key, document] of standIns(id, documents, lastGood)) {
      if (document) next.set(key, document)
      else next.delete(key)
      // A document's own faults explain more than those of documents that link to it.
      if (fresh.get(key) === document || (key !== id && faulty.has(key))) continue
      reasons.set(
        key,
        own.map((fault) => faultAt(key, fault, documents)),
      )
    }
  }
  return next
}

/** The documents that differ between `fresh` and `shown`, or that only one of them has. */
export function heldDocuments(
  { fresh, lastGood }: ContentState,
  shown: Documents,
  faults: ReadonlyMap<string, readonly Fault[]>,
): Held[] {
  if (fresh === shown) return []
  const ids = new Set([...fresh.keys(), ...shown.keys()])
  return [...ids]
    .filter((id) => fresh.get(id)?._rev !== shown.get(id)?._rev)
    .map((id) => {
      const document = fresh.get(id)
      return {
        _id: id,
        _type: (document ?? lastGood.get(id))?._type ?? '',
        _rev: document?._rev ?? null,
        faults: [...(faults.get(id) ?? [])],
      }
    })
}

/** A fault as reported for the document `held`. Only its own faults have a path, which leads into its own form. */
function faultAt(held: string, fault: ContentFault, documents: Documents): Fault {
  const { document: documentId, message, path } = fault
  if (documentId === held) return { message, ...(path !== undefined && { path }) }
  const type = documents.get(documentId)?._type
  return {
    message: inEditorsWords(fault, documents),
    ...(type !== undefined && path !== undefined && { elsewhere: { documentId, type, path } }),
  }
}

function isEqual(one: Documents, other: Documents): boolean {
  return one.size === other.size && [...one].every(([id, document]) => other.get(id) === document)
}
