import { PICTURE_FORMATS } from '../../api/contract/pictures.ts'
import { slugOf, type Documents, type StoredDocument } from './documents.ts'
import type { BrokenPictures, ContentFault } from './fault.ts'
import { documentWords, fieldWords } from './field-words.ts'
import { inspect } from './inspection.ts'
import { landingFaults } from './landing-faults.ts'
import { pageFault } from './link.ts'
import { knownPaths, redirectsIn } from './paths.ts'
import { pictureFile } from './picture-files.ts'
import * as queries from './queries.ts'

/** Ids of the documents that exist once: the queries ask for them by id and type, which are the same word. */
const SINGLETONS = new Set(
  Object.values<string>(queries).flatMap(
    (query) => /^\*\[_type == "\w+" && _id == "(\w+)"/.exec(query)?.[1] ?? [],
  ),
)
const PICTURE = 'sanity.imageAsset'
const LEGAL_PAGES = ['privacy', 'tos', 'cookies']
const LEGAL_ID = /^legal-/

/** Which pictures can't be shown. */
export interface PictureState {
  broken?: BrokenPictures | undefined
  /** Documents on the site now: their pictures have been made. */
  lastGood?: Documents
}

/**
 * What keeps a site from being rendered from these documents: a missing page, an empty required field, a reference that
 * leads nowhere or to a picture that can't be shown, a link or a redirect that is invalid.
 */
export function contentFaults(documents: Documents, pictures: PictureState = {}): ContentFault[] {
  const redirects = redirectsIn(documents)
  const known = knownPaths(documents, redirects)
  return [
    ...[...SINGLETONS].flatMap((id) => singletonFaults(id, documents.get(id))),
    ...LEGAL_PAGES.flatMap((slug) => legalFaults(`legal-${slug}`, slug, documents)),
    ...landingFaults(documents),
    ...[...documents.values()]
      .filter(mayBeWrong)
      .flatMap((document) => faultsBeside(document, documents, pictures, known)),
    ...redirects.faults.map((fault) => ({ document: 'redirects', ...fault })),
  ]
}

/** Faults of a document that exists once: it has to be there, with the type that its id names. */
function singletonFaults(id: string, document: StoredDocument | undefined): ContentFault[] {
  // Content from before there were redirects has no such document.
  if (!document && id === 'redirects') return []
  const own = standInFor(id)
  const words = `The document ${documentWords(own)}`
  if (!document) {
    const message = `${words} is missing. Fill it in and publish it: pages of the site are made of it.`
    return [{ document: id, message }]
  }
  if (document._type === own._type) return []
  const message = `${words} is stored with the type “${document._type}”, so that no page finds it. Write it with the type “${own._type}”, or revert it to an earlier revision.`
  return [{ document: id, message }]
}

/** Stands for a missing document with a fixed id, so that messages can name it. */
export function standInFor(id: string): { _id: string; _type: string; title?: string } {
  return LEGAL_ID.test(id)
    ? { _id: id, _type: 'legalPage', title: id.replace(LEGAL_ID, '') }
    : { _id: id, _type: id }
}

function legalFaults(id: string, slug: string, documents: Documents): ContentFault[] {
  const document = documents.get(id)
  const faults = singletonFaults(id, document)
  if (!document || faults.length > 0 || slugOf(document) === slug) return faults
  return [
    {
      document: id,
      path: 'slug',
      message: `${fieldWords(document, 'slug')} must stay “${slug}”: links to the page would lead nowhere.`,
    },
  ]
}

/** Whether a document has faults of its own, or depends on others: most of a thousand pages do neither. */
function mayBeWrong(document: StoredDocument): boolean {
  const { faults, references, links } = inspect(document)
  return faults.length > 0 || references.length > 0 || links.length > 0
}

/** Faults of one document among the others. `known` are the paths that lead somewhere. */
export function faultsBeside(
  document: StoredDocument,
  documents: Documents,
  { broken, lastGood }: PictureState,
  known: ReadonlySet<string>,
): ContentFault[] {
  const { faults, references, links } = inspect(document)
  const isShown = lastGood?.get(document._id)?._rev === document._rev
  const wrong = [...faults]
  for (const { path, to, type } of references) {
    const message = referenceFault(to, type, documents.get(to)) ?? (isShown ? undefined : broken?.get(to))
    if (message !== undefined) wrong.push({ path, message })
  }
  for (const { path, to } of links) {
    const fault = pageFault(to, known)
    if (fault !== undefined) wrong.push({ path, message: `leads nowhere: ${fault}` })
  }
  return wrong.map(({ path, message }) => ({
    document: document._id,
    path,
    message: `${fieldWords(document, path)} ${message}`,
  }))
}

/** Why a reference to `other`, which should be of this type, is invalid: the words that follow the field's name. */
function referenceFault(
  to: string,
  type: string | undefined,
  other: StoredDocument | undefined,
): string | undefined {
  if (!other) return 'shows something that is not published. Publish that first, or choose another.'
  if (type === undefined || (type === other._type && type !== PICTURE)) return undefined
  // Any document can hold an address; only that of an asset is derived from its id.
  if (type !== other._type)
    return type === PICTURE
      ? 'holds something that is no picture. Upload one.'
      : 'shows a document of another kind. Choose another.'
  return pictureFile(to)
    ? undefined
    : `holds something that is no picture which browsers show. Upload a ${PICTURE_FORMATS} file.`
}

/** A fault with the path of its field in the stored content, for developers. */
export function inWords({ document, path, message }: ContentFault): string {
  return path === undefined ? message : `${document}.${path}: ${message}`
}

/** A fault with its document's name in the Studio, for editors. */
export function inEditorsWords({ document: id, path, message }: ContentFault, documents: Documents): string {
  const document = documents.get(id)
  return document && path !== undefined ? `${documentWords(document)}: ${message}` : message
}
