import { isRecord, publishedId, type Fields, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { Stage } from './stage.ts'

const PREFIX = 'sanity.action.document.'

/** One action with its ids read; `fields` is the whole of it. */
interface Action {
  draftId: string
  publishedId: string
  fields: Fields
}
type Perform = (stage: Stage, action: Action) => void

const ACTIONS: Record<string, Perform> = {
  create,
  edit,
  publish,
  unpublish,
  discard,
  'version.discard': discard,
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
 * Performs Sanity's document actions on the stage, in their order.
 * @throws LakeError 409 when a document is not as the action expects, 400 when the lake has no such action.
 */
export function performActions(stage: Stage, actions: unknown): void {
  if (!Array.isArray(actions)) throw new LakeError(400, 'validationError', '`actions` is not an array.')
  for (const action of actions) {
    const fields = isRecord(action) ? action : {}
    const type = String(fields['actionType'])
    const perform = type.startsWith(PREFIX) ? ACTIONS[type.slice(PREFIX.length)] : undefined
    if (perform === undefined) {
      throw new LakeError(
        400,
        'unsupportedAction',
        `The local content lake does not know the action "${type}".`,
      )
    }
    perform(stage, { ...idsOf(fields), fields })
  }
}

function idsOf(fields: Fields): Pick<Action, 'draftId' | 'publishedId'> {
  const attributes = isRecord(fields['attributes']) ? fields['attributes'] : {}
  const draft = fields['draftId'] ?? fields['versionId'] ?? attributes['_id']
  const published = fields['publishedId'] ?? (typeof draft === 'string' ? publishedId(draft) : undefined)
  if (typeof published !== 'string' || published === '') {
    throw new LakeError(400, 'validationError', 'An action names no document: it needs a publishedId.')
  }
  return { draftId: typeof draft === 'string' ? draft : `drafts.${published}`, publishedId: published }
}

function create(stage: Stage, { draftId, fields }: Action): void {
  const name = fields['ifExists'] === 'useExisting' ? 'createIfNotExists' : 'create'
  stage.apply({ name, id: draftId, body: attributesOf(fields) })
}

// The first keystroke on a published document is an edit of a draft that is not there yet.
function edit(stage: Stage, { draftId, publishedId: id, fields }: Action): void {
  const published = stage.get(id)
  if (stage.get(draftId) === undefined && published !== undefined) {
    stage.apply({ name: 'create', id: draftId, body: contentOf(published) })
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
  const body = { ...strengthenRecord(contentOf(draft)), _createdAt: createdAt }
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

function attributesOf(fields: Fields): Fields {
  const attributes = fields['attributes']
  if (isRecord(attributes) && typeof attributes['_type'] === 'string') return contentOf(attributes)
  throw new LakeError(400, 'validationError', 'The action needs attributes with a _type.')
}

function contentOf({ _rev, _updatedAt, _system, ...content }: Fields): Fields {
  return content
}

// A reference to what is not published yet is weak until both ends are.
function strengthen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthen)
  return isRecord(value) ? strengthenRecord(value) : value
}

function strengthenRecord({ _strengthenOnPublish: mark, ...record }: Fields): Fields {
  const fields = Object.fromEntries(Object.entries(record).map(([key, item]) => [key, strengthen(item)]))
  if (!isRecord(mark) || mark['weak'] === true) return fields
  const { _weak, ...strong } = fields
  return strong
}

function requireRevision(document: LakeDocument | undefined, expected: unknown, id: string): void {
  if (expected === undefined || expected === document?._rev) return
  throw conflict(
    `"${id}" has changed since: its revision is ${document?._rev ?? 'none'}, expected ${JSON.stringify(expected)}`,
  )
}

function conflict(description: string): LakeError {
  return new LakeError(409, 'actionError', `${description}.`)
}
