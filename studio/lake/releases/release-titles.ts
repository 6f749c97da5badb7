import { conflict } from '../mutate/content.ts'
import type { Stage } from '../mutate/stage.ts'
import { findRelease, isRelease, titleOf, type Release } from './release.ts'

/**
 * Refuses a title that another open release has, as nobody could tell the two apart. Sanity allows them. Scheduled
 * drafts, which are titled after their document, are allowed here, too.
 *
 * @throws LakeError 409 naming the title
 */
export function requireOwnTitle(stage: Stage, name: string): void {
  const release = findRelease(stage, name)
  const title = comparable(release)
  if (title === '' || isOfOne(release)) return
  const other = stage
    .releases()
    .filter(isRelease)
    .find((one) => one.name !== name && isOpen(one) && !isOfOne(one) && comparable(one) === title)
  if (other !== undefined)
    throw conflict(`There is a release called "${titleOf(other)}" already: give one of the two another title`)
}

function isOpen({ state }: Release): boolean {
  return state === 'active' || state === 'scheduled'
}

function isOfOne({ metadata }: Release): boolean {
  return metadata['cardinality'] === 'one'
}

function comparable({ metadata }: Release): string {
  const { title } = metadata
  return typeof title === 'string' ? title.normalize().trim().toLowerCase() : ''
}
