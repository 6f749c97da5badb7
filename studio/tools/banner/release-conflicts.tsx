import { getVersionId } from '@sanity/client/csm'
import { useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import { useTitles } from '../use-titles.ts'
import { conflictsIn, type Conflict } from './conflicts.ts'
import { ListBanner } from './short-list.tsx'
import type { useOpenReleases } from './use-open-releases.ts'

/**
 * What a release would undo: texts published since its version was created, or brought by an earlier release, and
 * documents that were taken off the site since.
 */
export function ReleaseConflicts({ releases, versions }: ReturnType<typeof useOpenReleases>) {
  const conflicts = conflictsIn(releases, versions)
  const schema = useSchema()
  const titleOf = useTitles(conflicts.map(({ id, release }) => getVersionId(id, release)))
  return (
    <ListBanner
      tone="caution"
      items={conflicts}
      keyOf={({ release, id, isRevival, other }) => `${release} ${id} ${isRevival} ${other?.title}`}
    >
      {({ id, type, release, ...conflict }) => (
        <>
          <IntentLink intent="edit" params={{ id, type }} searchParams={perspectiveOf(release)}>
            {titleOf(getVersionId(id, release), schema.get(type)?.title)}
          </IntentLink>{' '}
          {sentenceOf(conflict)}
        </>
      )}
    </ListBanner>
  )
}

function sentenceOf({
  releaseTitle: title,
  isEnding,
  isRevival,
  other,
}: Omit<Conflict, 'id' | 'type' | 'release'>): string {
  if (isRevival)
    return `was taken off the site after it was added to the release “${title}”, which will bring it back.`
  const will = isEnding ? 'which will take it away' : 'which will overwrite it'
  if (!other) return `was published after it was edited in the release “${title}”, ${will}.`
  return other.isBefore
    ? `is changed by the release “${other.title}” and after it by “${title}”, ${will}.`
    : `is changed by the releases “${other.title}” and “${title}”: whichever goes live last prevails.`
}
