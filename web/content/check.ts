import { PICTURE_FORMATS } from '../../api/contract/pictures.ts'
import { slugOf, type Documents, type StoredDocument } from './documents.ts'
import { documentWords, fieldWords } from './field-words.ts'
import { pageFault } from './link.ts'
import { landingFaults } from './landing-faults.ts'
import { knownPaths, redirectsIn } from './paths.ts'
import { pictureFile } from './picture-files.ts'
import * as queries from './queries.ts'
import { readingOf } from './reading.ts'

/** Ids of the documents that the queries ask for by name; there were no redirects at first, so they may be missing. */
const REQUIRED = new Set(
  Object.values<string>(queries).flatMap(
    (query) => /^\*\[_type == "\w+" && _id == "(\w+)"/.exec(query)?.[1] ?? [],
  ),
)
REQUIRED.delete('redirects')
const PICTURE = 'sanity.imageAsset'
const LEGAL_PAGES = ['privacy', 'tos', 'cookies']
const LEGAL_ID = /^legal-/

/** Something that keeps a document from being shown, in an editor's words, and where it is. */
export interface ContentFault {
  /** Id of the document. */
  document: string
  message: string
  /** The field, as the Studio spells its path; none where the document itself is missing. */
  path?: string
}

/** Why a picture can't be shown, by the id of its asset: what stands after the field's name in a sentence. */
export type BrokenPictures = ReadonlyMap<string, string>

/** What could not be made of the pictures that documents show. */
interface Making {
  broken?: BrokenPictures | undefined
  /** Documents that are on the site: what they show was made before. */
  lastGood?: Documents
}

/**
 * What keeps a site from being rendered from these documents: a missing page, an empty required field, a
 * reference that leads nowhere or to a picture that can't be shown, a link or a redirect that is none.
 */
export function contentFaults(documents: Documents, { broken, lastGood }: Making = {}): ContentFault[] {
  const redirects = redirectsIn(documents)
  const known = knownPaths(documents, redirects)
  return [
    ...[...REQUIRED].filter((id) => !documents.has(id)).map((id) => missing(id)),
    ...LEGAL_PAGES.flatMap((slug) => legalFaults(`legal-${slug}`, slug, documents)),
    ...landingFaults(documents),
    ...[...documents.values()].filter(mayBeWrong).flatMap((document) => {
      const isShown = lastGood?.get(document._id)?._rev === document._rev
      return documentFaults(document, { documents, broken: isShown ? undefined : broken, known })
    }),
    // Last, as what links to such a path says less of why than its rule does.
    ...redirects.faults.map((fault) => ({ document: 'redirects', ...fault })),
  ]
}

function missing(id: string): ContentFault {
  return {
    document: id,
    message: `The document ${documentWords(standInFor(id))} is missing. Fill it in and publish it: pages of the site are made of it.`,
  }
}

/** What a document that exists once is called while it does not, by its fixed id. */
export function standInFor(id: string): { _id: string; _type: string; title?: string } {
  return LEGAL_ID.test(id)
    ? { _id: id, _type: 'legalPage', title: id.replace(LEGAL_ID, '') }
    : { _id: id, _type: id }
}

function legalFaults(id: string, slug: string, documents: Documents): ContentFault[] {
  const document = documents.get(id)
  if (!document) return [missing(id)]
  if (slugOf(document) === slug) return []
  return [
    {
      document: id,
      path: 'slug',
      message: `${fieldWords(document, 'slug')} must stay “${slug}”: links to the page would lead nowhere.`,
    },
  ]
}

/** Whether it has a fault of its own, or anything that others decide of: most of a thousand pages have not. */
function mayBeWrong(document: StoredDocument): boolean {
  const { faults, references, links } = readingOf(document)
  return faults.length > 0 || references.length > 0 || links.length > 0
}

interface Others {
  documents: Documents
  broken: BrokenPictures | undefined
  known: ReadonlySet<string>
}

/** What keeps one document from being shown beside the others. */
function documentFaults(document: StoredDocument, { documents, broken, known }: Others): ContentFault[] {
  const { faults, references, links } = readingOf(document)
  const wrong = [...faults]
  for (const { path, to, type } of references) {
    const message = referenceFault(to, type, documents.get(to)) ?? broken?.get(to)
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

/** What is wrong with a reference to `other`, which should be of this type: what follows the field's name. */
function referenceFault(
  to: string,
  type: string | undefined,
  other: StoredDocument | undefined,
): string | undefined {
  if (!other) return 'shows something that is not published. Publish that first, or choose another.'
  if (type === undefined || (type === other._type && type !== PICTURE)) return undefined
  // Any document can have an address, and only an asset's is made from what it is.
  if (type !== other._type)
    return type === PICTURE
      ? 'holds something that is no picture. Upload one.'
      : 'shows a document of another kind. Choose another.'
  return pictureFile(to)
    ? undefined
    : `holds something that is no picture which browsers show. Upload a ${PICTURE_FORMATS} file.`
}

/** A fault with its place in the stored content, as a developer looks for it. */
export function inWords({ document, path, message }: ContentFault): string {
  return path === undefined ? message : `${document}.${path}: ${message}`
}

/** A fault with its document as the Studio calls it. */
export function inEditorsWords({ document: id, path, message }: ContentFault, documents: Documents): string {
  const document = documents.get(id)
  return document && path !== undefined ? `${documentWords(document)}: ${message}` : message
}
