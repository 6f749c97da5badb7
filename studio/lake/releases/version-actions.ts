import {
  isDraftId,
  isRecord,
  isVersionId,
  publishedId,
  releaseOf,
  takesAway,
  type Fields,
  type LakeDocument,
} from '../document.ts'
import { LakeError } from '../errors.ts'
import { conflict, contentOf, requireRevision } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import { findRelease } from './release.ts'

type Perform = (stage: Stage, fields: Fields) => void

/** Sanity's actions on versions, by what follows `sanity.action.document.version.` in their types. */
export const VERSION_ACTIONS: Readonly<Record<string, Perform>> = { create, discard, replace, unpublish }

const VERSION_ID = /^(?:drafts|versions\.[\w-]{1,64})\.[\w-][\w.-]{0,127}$/

function create(stage: Stage, fields: Fields): void {
  const id = readId(isRecord(fields['document']) ? fields['document']['_id'] : fields['versionId'])
  requireRelease(stage, id)
  if (stage.get(id) !== undefined) throw conflict(`There is a version "${id}" already`)
  stage.apply({
    name: 'create',
    id,
    body: isRecord(fields['document']) ? given(fields) : copied(stage, fields),
  })
}

function replace(stage: Stage, fields: Fields): void {
  const id = readId(isRecord(fields['document']) ? fields['document']['_id'] : undefined)
  if (stage.get(id) === undefined) throw conflict(`There is no version "${id}" to replace`)
  stage.apply({ name: 'createOrReplace', id, body: given(fields) })
}

function discard(stage: Stage, fields: Fields): void {
  const id = readId(fields['versionId'])
  if (stage.get(id) === undefined) throw conflict(`There is no version "${id}" to discard`)
  stage.apply({ name: 'delete', id, body: {} })
}

/** Marks a version as one that unpublishes its document when the release goes live. */
function unpublish(stage: Stage, fields: Fields): void {
  const id = readId(fields['versionId'])
  if (isDraftId(id)) throw conflict('A draft is in no release: unpublish its document')
  const published = stage.get(publishedId(id))
  if (published === undefined) throw conflict(`"${publishedId(id)}" is not published`)
  requireRelease(stage, id)
  stage.apply({ name: 'createIfNotExists', id, body: baseOf(published) })
  const system = stage.get(id)?.['_system']
  const marked = { ...(isRecord(system) ? system : {}), delete: true }
  stage.apply({ name: 'patch', id, body: { set: { _system: marked } } })
}

function given({ document }: Fields): Fields {
  if (!isRecord(document) || typeof document['_type'] !== 'string') {
    throw new LakeError(400, 'validationError', 'The action needs a document with a _type.')
  }
  const isEnd = isRecord(document['_system']) && document['_system']['delete'] === true
  return { ...contentOf(document), ...(isEnd ? { _system: { delete: true } } : {}) }
}

function copied(stage: Stage, { baseId, ifBaseRevisionId }: Fields): Fields {
  const base = typeof baseId === 'string' ? stage.get(baseId) : undefined
  if (base === undefined)
    throw conflict(`There is no document ${JSON.stringify(baseId)} to make a version of`)
  requireRevision(base, ifBaseRevisionId, base._id)
  return takesAway(base) ? { ...contentOf(base), _system: { delete: true } } : baseOf(base)
}

/** A copy that names its base, by which the Studio shows where the two differ. */
export function baseOf(document: LakeDocument): Fields {
  const { _id: id, _rev: rev } = document
  return { ...contentOf(document), _system: { base: { id, rev } } }
}

/** An import may bring a version before its release; every other version needs one. @throws LakeError 404 */
function requireRelease(stage: Stage, id: string): void {
  const name = releaseOf(id)
  if (name !== undefined) findRelease(stage, name)
}

function readId(id: unknown): string {
  if (typeof id === 'string' && VERSION_ID.test(id) && (isDraftId(id) || isVersionId(id))) return id
  throw new LakeError(
    400,
    'validationError',
    'The action names no version: drafts.<id> or versions.<release>.<id>.',
  )
}
