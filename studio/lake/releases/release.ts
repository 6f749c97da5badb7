import {
  isRecord,
  publishedId,
  RELEASE_TYPE,
  releaseOf,
  type Fields,
  type LakeDocument,
} from '../document.ts'
import { LakeError } from '../errors.ts'
import { conflict } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import type { Corpus } from '../store/corpus.ts'

/**
 * A content release: versions of documents that go live together. Sanity's states in between (`scheduling`,
 * `publishing`, `archiving`) are never seen here, as each action is one transaction.
 */
export interface Release extends LakeDocument {
  name: string
  state: 'active' | 'scheduled' | 'published' | 'archived'
  metadata: Fields
}

const STATES = ['active', 'scheduled', 'published', 'archived']
const NAME = /^[\w-]{1,64}$/
/** Names of perspectives, which a release can't have. */
const TAKEN = ['drafts', 'published', 'raw', 'previewDrafts']

/** The id of the document that a release of this name is. */
export function releaseDocumentId(name: string): string {
  return `_.releases.${name}`
}

export function isRelease(document: LakeDocument | undefined): document is Release {
  return (
    document?._type === RELEASE_TYPE &&
    document._id === releaseDocumentId(String(document['name'])) &&
    STATES.includes(String(document['state'])) &&
    typeof document['name'] === 'string' &&
    isRecord(document['metadata'])
  )
}

/** When a scheduled release is to go live, in ms since 1970; undefined for every other one. */
export function dueAt(release: Release): number | undefined {
  const at = release.state === 'scheduled' ? Date.parse(String(release['publishAt'])) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** Distinguishes one schedule of a release from the next. */
export function scheduleOf({ name, publishAt }: Release): string {
  return `${name} ${String(publishAt)}`
}

/** Whether a release is still scheduled, and for the same time as before. */
export function isAsScheduled(release: Release, { get }: Pick<Stage, 'get'>): boolean {
  const now = get(release._id)
  return isRelease(now) && now.state === 'scheduled' && scheduleOf(now) === scheduleOf(release)
}

/** Reads the release name of an action. @throws LakeError 400 for an invalid one */
export function readName(fields: Fields): string {
  const { releaseId: name } = fields
  if (typeof name === 'string' && NAME.test(name) && !TAKEN.includes(name)) return name
  throw new LakeError(
    400,
    'validationError',
    'The action names no release: a releaseId has letters, digits, dashes and underscores, 64 at most.',
  )
}

/** @throws LakeError 404 where there is no such release */
export function findRelease(stage: Pick<Stage, 'get'>, name: string): Release {
  const release = stage.get(releaseDocumentId(name))
  if (isRelease(release)) return release
  throw new LakeError(404, 'releaseNotFoundError', `There is no release "${name}".`)
}

/** @throws LakeError 409 unless in one of these states; `done` completes "can't", as in "be published" */
export function requireState(release: Release, states: readonly Release['state'][], done: string): void {
  if (states.includes(release.state)) return
  throw conflict(
    `The release "${titleOf(release)}" is ${release.state}, and only one that is ${states.join(' or ')} can ${done}`,
  )
}

/** The release as editors call it. */
export function titleOf({ name, metadata }: Release): string {
  const { title } = metadata
  return typeof title === 'string' && title.trim() !== '' ? title : name
}

/** Whether both write the same document, so that the later one wins. */
export function sharesDocuments(corpus: Corpus, one: Release, other: Release): boolean {
  const documents = documentsOf(corpus, other)
  return [...documentsOf(corpus, one)].some((id) => documents.has(id))
}

/** Whether a document of the one refers to a document of the other, in a version or as it is live. */
export function areLinked(corpus: Corpus, one: Release, other: Release): boolean {
  return refersTo(corpus, one, other) || refersTo(corpus, other, one)
}

function refersTo(corpus: Corpus, from: Release, to: Release): boolean {
  const documents = documentsOf(corpus, from)
  return [...documentsOf(corpus, to)].some((id) =>
    [...corpus.referrers(id)].some(
      (referrer) => releaseOf(referrer) === from.name || documents.has(referrer),
    ),
  )
}

function documentsOf(corpus: Corpus, { name }: Release): Set<string> {
  return new Set([...corpus.versions.inRelease(name)].map(publishedId))
}
