import { Card, Stack, Text } from '@sanity/ui'
import { useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { useTitles } from '../use-titles.ts'
import { MOST_SHOWN } from './fault-list.tsx'
import { conflictsIn } from './conflicts.ts'
import type { useOpenReleases } from './use-open-releases.ts'

/** What a release would write over: what was published after it was written for it, or goes live with another before. */
export function ReleaseConflicts({ releases, versions }: ReturnType<typeof useOpenReleases>) {
  const conflicts = conflictsIn(releases, versions)
  const schema = useSchema()
  const titleOf = useTitles(conflicts.map(({ id }) => id))
  if (conflicts.length === 0) return null
  const rest = conflicts.length - MOST_SHOWN
  return (
    <Card tone="caution" borderBottom paddingX={4} paddingY={3}>
      <Stack as="ul" gap={3}>
        {conflicts.slice(0, MOST_SHOWN).map(({ id, type, release, releaseTitle, before }) => (
          <Text key={`${release} ${id} ${before}`} as="li" size={1} style={{ overflowWrap: 'anywhere' }}>
            <IntentLink intent="edit" params={{ id, type }} searchParams={[['perspective', release]]}>
              {titleOf(id, schema.get(type)?.title)}
            </IntentLink>{' '}
            {before === undefined
              ? `was published after it was written for the release “${releaseTitle}”, which will write over that.`
              : `is changed by the release “${before}” and after it by “${releaseTitle}”, which will write over that.`}
          </Text>
        ))}
        {rest > 0 && (
          <Text as="li" size={1}>
            and {rest} more
          </Text>
        )}
      </Stack>
    </Card>
  )
}
