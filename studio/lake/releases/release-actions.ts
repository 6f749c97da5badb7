import { isRecord, RELEASE_TYPE, type Fields, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { conflict, contentOf } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import { endRelease, publishRelease } from './publish-release.ts'
import { requireOwnTitle } from './release-titles.ts'
import { findRelease, readName, releaseDocumentId, requireState } from './release.ts'

/** The last states of deleted documents, from the history. */
export type LastOf = (ids: readonly string[]) => Iterable<LakeDocument>

type Perform = (stage: Stage, fields: Fields, lastOf: LastOf) => void

/** Sanity's actions on releases, by what follows `sanity.action.release.` in their types. */
export const RELEASE_ACTIONS: Readonly<Record<string, Perform>> = {
  create,
  edit,
  publish,
  schedule,
  unschedule,
  archive,
  unarchive,
  delete: remove,
  import: bring,
}

const SCHEDULE = 'sanity.action.release.schedule'
const GO_LIVE = ['sanity.action.release.publish', SCHEDULE]

/** The names of the releases that these actions publish or schedule. */
export function releasesGoingLive(actions: unknown): string[] {
  return (Array.isArray(actions) ? actions : [])
    .filter((action) => isRecord(action) && GO_LIVE.includes(String(action['actionType'])))
    .map(readName)
}

/**
 * Refuses to change a release in the request that schedules or publishes it, since the state before the request is
 * checked. The Studio schedules several together; each is checked again at its hour.
 * @throws LakeError 400 where other actions are beside
 */
export function requireNothingBeside(actions: unknown): void {
  const all: unknown[] = Array.isArray(actions) ? actions : []
  if (all.length === 1 || all.every((action) => isRecord(action) && action['actionType'] === SCHEDULE)) return
  throw new LakeError(
    400,
    'validationError',
    'A release is checked as it is before a request: publish it in a request of its own, and schedule it in one with nothing but others that are scheduled.',
  )
}

const TYPES = ['asap', 'scheduled', 'undecided']
const MAX_TEXT = 10_000
/** The range of times with four-digit years, in ms since 1970. */
const LAST_TIME = Date.parse('9999-01-01')

function create(stage: Stage, fields: Fields): void {
  const name = readName(fields)
  const given = isRecord(fields['metadata']) ? fields['metadata'] : {}
  const metadata = { releaseType: 'undecided', ...given }
  requireMetadata(metadata)
  if (stage.get(releaseDocumentId(name)) !== undefined) throw conflict(`There is a release "${name}" already`)
  stage.applyToRelease({
    name: 'create',
    id: releaseDocumentId(name),
    body: { _type: RELEASE_TYPE, name, state: 'active', metadata },
  })
  requireOwnTitle(stage, name)
}

function edit(stage: Stage, fields: Fields): void {
  const release = findRelease(stage, readName(fields))
  requireState(release, ['active', 'scheduled'], 'be edited')
  const patch = isRecord(fields['patch']) ? fields['patch'] : {}
  stage.applyToRelease({ name: 'patch', id: release._id, body: patch })
  const edited = stage.get(release._id)
  requireMetadata(edited?.['metadata'])
  // Other actions change the state and the time.
  if (besideMetadata(edited) !== besideMetadata(release))
    throw invalid('edits more than the metadata of the release')
  if (titleIn(edited ?? {}) !== titleIn(release)) requireOwnTitle(stage, release.name)
}

function besideMetadata(document: Fields = {}): string {
  return JSON.stringify({ ...contentOf(document), metadata: undefined })
}

function titleIn({ metadata }: Fields): unknown {
  return isRecord(metadata) ? metadata['title'] : undefined
}

function publish(stage: Stage, fields: Fields): void {
  const release = findRelease(stage, readName(fields))
  requireState(release, ['active'], 'be published')
  publishRelease(stage, release)
}

function schedule(stage: Stage, fields: Fields): void {
  const release = findRelease(stage, readName(fields))
  // Scheduling a scheduled release moves it.
  requireState(release, ['active', 'scheduled'], 'be scheduled')
  const at = timeOf(fields['publishAt'])
  if (!(at >= 0 && at < LAST_TIME)) throw invalid('has no publishAt, a time as 2030-01-31T09:00:00Z')
  const publishAt = new Date(at).toISOString()
  const metadata = { ...release.metadata, releaseType: 'scheduled', intendedPublishAt: publishAt }
  stage.applyToRelease({
    name: 'patch',
    id: release._id,
    body: {
      set: { state: 'scheduled', publishAt, metadata, scheduledBy: stage.author },
      unset: ['error'],
    },
  })
}

function unschedule(stage: Stage, fields: Fields): void {
  const release = findRelease(stage, readName(fields))
  requireState(release, ['scheduled'], 'be unscheduled')
  const body = { set: { state: 'active' }, unset: ['publishAt', 'scheduledBy', 'error'] }
  stage.applyToRelease({ name: 'patch', id: release._id, body })
}

function archive(stage: Stage, fields: Fields): void {
  const release = findRelease(stage, readName(fields))
  requireState(release, ['active'], 'be archived')
  const versions = stage.inRelease(release.name)
  for (const { _id: id } of versions) stage.apply({ name: 'delete', id, body: {} })
  endRelease(stage, release, versions, { state: 'archived' })
}

function unarchive(stage: Stage, fields: Fields, lastOf: LastOf): void {
  const release = findRelease(stage, readName(fields))
  requireState(release, ['archived'], 'be brought back')
  const final: unknown[] = Array.isArray(release['finalDocumentStates']) ? release['finalDocumentStates'] : []
  const ids = final.flatMap((one) => (isRecord(one) && typeof one['id'] === 'string' ? one['id'] : []))
  for (const { _rev, _updatedAt, ...body } of lastOf(ids)) {
    stage.apply({ name: 'createIfNotExists', id: body._id, body })
  }
  const back = { set: { state: 'active' }, unset: ['finalDocumentStates'] }
  stage.applyToRelease({ name: 'patch', id: release._id, body: back })
  requireOwnTitle(stage, release.name)
}

function remove(stage: Stage, fields: Fields): void {
  const release = findRelease(stage, readName(fields))
  requireState(release, ['archived', 'published'], 'be deleted')
  stage.applyToRelease({ name: 'delete', id: release._id, body: {} })
}

/**
 * Sent by `@sanity/import`. Scheduled releases arrive unscheduled: when they go live here is decided here. One that has
 * versions here stays open, as nobody could publish, change or discard those of an ended one.
 */
function bring(stage: Stage, fields: Fields): void {
  const name = readName(fields)
  const id = releaseDocumentId(name)
  const attributes = fields['attributes'] ?? fields['document']
  if (!isRecord(attributes) || !isRecord(attributes['metadata']))
    throw invalid('has no attributes of a release')
  requireMetadata(attributes['metadata'])
  if (stage.get(id) !== undefined) {
    if (fields['ifExists'] === 'ignore') return
    if (fields['ifExists'] !== 'replace') throw conflict(`There is a release "${name}" already`)
  }
  const { state, metadata, publishedAt, finalDocumentStates } = attributes
  const isEnded = (state === 'published' || state === 'archived') && stage.inRelease(name).length === 0
  const ended = isEnded ? { state, publishedAt, finalDocumentStates } : {}
  const body = { _type: RELEASE_TYPE, name, state: 'active', metadata, ...ended }
  stage.applyToRelease({ name: 'createOrReplace', id, body })
}

function requireMetadata(metadata: unknown): void {
  if (!isRecord(metadata)) throw invalid('leaves no metadata')
  const { releaseType, intendedPublishAt, ...others } = metadata
  if (!TYPES.includes(String(releaseType)))
    throw invalid(`has a releaseType that is none of ${TYPES.join(', ')}`)
  if (intendedPublishAt !== undefined && Number.isNaN(timeOf(intendedPublishAt))) {
    throw invalid('has an intendedPublishAt that is no time')
  }
  // Readers of releases expect strings here.
  const wrong = ['title', 'description'].find(
    (name) => !['string', 'undefined'].includes(typeof others[name]),
  )
  if (wrong !== undefined) throw invalid(`has a ${wrong} that is no text`)
  if (JSON.stringify(others).length > MAX_TEXT)
    throw invalid(`has metadata of more than ${MAX_TEXT} characters`)
}

/** In ms since 1970; NaN for what is no time. */
function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

function invalid(what: string): LakeError {
  return new LakeError(400, 'validationError', `The action cannot be performed: it ${what}.`)
}
