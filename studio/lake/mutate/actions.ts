import { isRecord, isVersionId, publishedId, type Fields } from '../document.ts'
import { LakeError } from '../errors.ts'
import { RELEASE_ACTIONS, type LastOf } from '../releases/release-actions.ts'
import { baseOf, VERSION_ACTIONS } from '../releases/version-actions.ts'
import { conflict, contentOf, publishedContentOf, requireRevision } from './content.ts'
import type { Stage } from './stage.ts'

const DOCUMENT = 'sanity.action.document.'
const VERSION = `${DOCUMENT}version.`
const RELEASE = 'sanity.action.release.'

/** One action with its ids read; `fields` is the whole of it. */
interface Action {
  draftId: string
  publishedId: string
  fields: Fields
}
type Perform = (stage: Stage, action: Action) => void

/** What to do with an existing document, as clients and as Sanity's reference spell it. */
const KEPT: readonly unknown[] = ['ignore', 'useExisting']

const ACTIONS: Record<string, Perform> = {
  create,
  edit,
  publish,
  unpublish,
  discard,
  delete: remove,
  replaceDraft,
}

/** The last word of the first action's type, under which the transaction stands in the history. */
export function kindOfActions(actions: unknown): string {
  const [first]: unknown[] = Array.isArray(actions) ? actions : []
  const type = isRecord(first) ? first['actionType'] : undefined
  return typeof type === 'string' ? type.slice(type.lastIndexOf('.') + 1) : 'mutate'
}

/**
 * Performs Sanity's actions on documents, versions and releases on the stage, in their order.
 * @param lastOf finds what an archived release held
 * @throws LakeError 409 when a document is not as the action expects, 400 when the lake has no such action, or does not
 * do all that it asks for.
 */
export function performActions(stage: Stage, actions: unknown, lastOf: LastOf): void {
  if (!Array.isArray(actions)) throw new LakeError(400, 'validationError', '`actions` is not an array.')
  for (const action of actions) perform(stage, isRecord(action) ? action : {}, lastOf)
}

function perform(stage: Stage, fields: Fields, lastOf: LastOf): void {
  const type = String(fields['actionType'])
  if (fields['purge'] === true) throw noPurge(type)
  const onRelease = actionOf(RELEASE_ACTIONS, type, RELEASE)
  if (onRelease !== undefined) return onRelease(stage, fields, lastOf)
  const onVersion = actionOf(VERSION_ACTIONS, type, VERSION)
  if (onVersion !== undefined) return onVersion(stage, fields)
  const onDocument = actionOf(ACTIONS, type, DOCUMENT)
  if (onDocument !== undefined) return onDocument(stage, { ...idsOf(fields), fields })
  throw new LakeError(400, 'unsupportedAction', `The local content lake does not know the action "${type}".`)
}

function actionOf<T>(actions: Readonly<Record<string, T>>, type: string, prefix: string): T | undefined {
  const name = type.startsWith(prefix) ? type.slice(prefix.length) : ''
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

function idsOf(fields: Fields): Pick<Action, 'draftId' | 'publishedId'> {
  const attributes = isRecord(fields['attributes']) ? fields['attributes'] : {}
  const draft = fields['draftId'] ?? fields['versionId'] ?? attributes['_id']
  const published = fields['publishedId'] ?? (typeof draft === 'string' ? publishedId(draft) : undefined)
  if (typeof published !== 'string' || published === '') {
    throw new LakeError(400, 'validationError', 'An action names no document: it needs a publishedId.')
  }
  const id = typeof draft === 'string' ? draft : `drafts.${published}`
  if (publishedId(id) !== published)
    throw new LakeError(400, 'validationError', `"${id}" is no draft or version of "${published}".`)
  return { draftId: id, publishedId: published }
}

function create(stage: Stage, { draftId, fields }: Action): void {
  const isKept = KEPT.includes(fields['ifExists'])
  stage.apply({ name: isKept ? 'createIfNotExists' : 'create', id: draftId, body: attributesOf(fields) })
}

// The first keystroke on a published document edits a draft or version that does not exist yet.
function edit(stage: Stage, { draftId, publishedId: id, fields }: Action): void {
  const published = stage.get(id)
  if (stage.get(draftId) === undefined && published !== undefined) {
    const body = isVersionId(draftId) ? baseOf(published) : contentOf(published)
    stage.apply({ name: 'create', id: draftId, body })
  }
  const patch = isRecord(fields['patch']) ? fields['patch'] : {}
  stage.apply({ name: 'patch', id: draftId, body: patch })
}

function publish(stage: Stage, { draftId, publishedId: id, fields }: Action): void {
  const draft = stage.get(draftId)
  const published = stage.get(id)
  if (draft === undefined) throw conflict(`There is no draft of "${id}" to publish`)
  requireRevision(draft, fields['ifDraftRevisionId'], draftId)
  requireRevision(published, fields['ifPublishedRevisionId'], id)
  const createdAt = published?._createdAt ?? draft._createdAt
  const body = { ...publishedContentOf(draft), _createdAt: createdAt }
  stage.apply({ name: published === undefined ? 'create' : 'createOrReplace', id, body })
  stage.apply({ name: 'delete', id: draftId, body: {} })
}

function unpublish(stage: Stage, { draftId, publishedId: id }: Action): void {
  const published = stage.get(id)
  if (published === undefined) throw conflict(`"${id}" is not published`)
  stage.apply({ name: 'createIfNotExists', id: draftId, body: contentOf(published) })
  stage.apply({ name: 'delete', id, body: {} })
}

function discard(stage: Stage, { draftId }: Action): void {
  if (stage.get(draftId) === undefined) throw conflict(`There is no draft "${draftId}" to discard`)
  stage.apply({ name: 'delete', id: draftId, body: {} })
}

function remove(stage: Stage, { publishedId: id, fields }: Action): void {
  const included: unknown[] = Array.isArray(fields['includeDrafts']) ? fields['includeDrafts'] : []
  const draft = `drafts.${id}`
  if (stage.get(draft) !== undefined && !included.includes(draft)) {
    throw conflict(`"${id}" has a draft, which the action does not include`)
  }
  for (const one of included) stage.apply({ name: 'delete', id: String(one), body: {} })
  stage.apply({ name: 'delete', id, body: {} })
}

function replaceDraft(stage: Stage, { draftId, fields }: Action): void {
  stage.apply({ name: 'createOrReplace', id: draftId, body: attributesOf(fields) })
}

function noPurge(type: string): LakeError {
  return new LakeError(
    400,
    'unsupportedAction',
    `The local content lake keeps the history of what is deleted until it is old: send "${type}" without \`purge\`.`,
  )
}

function attributesOf(fields: Fields): Fields {
  const attributes = fields['attributes']
  if (isRecord(attributes) && typeof attributes['_type'] === 'string') return contentOf(attributes)
  throw new LakeError(400, 'validationError', 'The action needs attributes with a _type.')
}
