import { draftId, publishedId, takesAway, type LakeDocument } from '../document.ts'
import { conflict, contentOf, publishedContentOf } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import { releaseDocumentId, type Release } from './release.ts'

/**
 * Publishes every version of a release, in the stage's one transaction. A document that is unpublished this way stays as
 * a draft, so that nothing is lost.
 */
export function publishRelease(stage: Stage, release: Release): void {
  const versions = stage.inRelease(release.name)
  for (const version of versions) {
    if (takesAway(version)) takeAway(stage, version)
    else put(stage, version)
    stage.apply({ name: 'delete', id: version._id, body: {} })
  }
  endRelease(stage, release, versions, { state: 'published', publishedAt: stage.at })
}

/**
 * Records what a release held when it ended in `finalDocumentStates`, by which the Studio finds it in the history.
 */
export function endRelease(
  stage: Stage,
  release: Release,
  versions: readonly LakeDocument[],
  set: { state: 'published' | 'archived'; publishedAt?: string },
): void {
  const finalDocumentStates = versions.map(({ _id: id }) => ({ _key: publishedId(id), id }))
  stage.applyToRelease({
    name: 'patch',
    id: releaseDocumentId(release.name),
    body: { set: { ...set, finalDocumentStates }, unset: ['error', 'scheduledBy'] },
  })
}

function put(stage: Stage, version: LakeDocument): void {
  const id = publishedId(version._id)
  const published = stage.get(id)
  if (published !== undefined && published._type !== version._type)
    throw conflict(
      `The release would make another kind of document of "${id}": its version is a ${version._type}`,
    )
  const createdAt = published?._createdAt ?? version._createdAt
  const body = { ...publishedContentOf(version), _createdAt: createdAt }
  stage.apply({ name: published === undefined ? 'create' : 'createOrReplace', id, body })
}

function takeAway(stage: Stage, version: LakeDocument): void {
  const id = publishedId(version._id)
  const published = stage.get(id)
  if (published === undefined) return
  stage.apply({ name: 'createIfNotExists', id: draftId(id), body: contentOf(published) })
  stage.apply({ name: 'delete', id, body: {} })
}
