import { getVersionId } from '@sanity/client/csm'
import { useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import { useTitles } from '../use-titles.ts'
import { conflictsIn } from './conflicts.ts'
import { ListBanner } from './short-list.tsx'
import type { useOpenReleases } from './use-open-releases.ts'

/** What a release would overwrite: texts published since its version was created, or brought by an earlier release. */
export function ReleaseConflicts({ releases, versions }: ReturnType<typeof useOpenReleases>) {
  const conflicts = conflictsIn(releases, versions)
  const schema = useSchema()
  const titleOf = useTitles(conflicts.map(({ id, release }) => getVersionId(id, release)))
  return (
    <ListBanner
      tone="caution"
      items={conflicts}
      keyOf={({ release, id, before }) => `${release} ${id} ${before}`}
    >
      {({ id, type, release, releaseTitle, before }) => (
        <>
          <IntentLink intent="edit" params={{ id, type }} searchParams={perspectiveOf(release)}>
            {titleOf(getVersionId(id, release), schema.get(type)?.title)}
          </IntentLink>{' '}
          {before === undefined
            ? `was published after it was edited in the release “${releaseTitle}”, which will overwrite it.`
            : `is changed by the release “${before}” and after it by “${releaseTitle}”, which will overwrite it.`}
        </>
      )}
    </ListBanner>
  )
}
