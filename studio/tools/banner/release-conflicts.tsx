import { Card, Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { useTitles } from '../use-titles.ts'
import { MOST_SHOWN } from './fault-list.tsx'
import { useConflicts } from './use-conflicts.ts'

/** What was published after it was written for a release, which would bring the older words back. */
export function ReleaseConflicts() {
  const conflicts = useConflicts()
  const titleOf = useTitles(conflicts.map(({ id }) => id))
  if (conflicts.length === 0) return null
  const rest = conflicts.length - MOST_SHOWN
  return (
    <Card tone="caution" borderBottom paddingX={4} paddingY={3}>
      <Stack as="ul" gap={3}>
        {conflicts.slice(0, MOST_SHOWN).map(({ id, type, release, releaseTitle }) => (
          <Text key={`${release} ${id}`} as="li" size={1} style={{ overflowWrap: 'anywhere' }}>
            <IntentLink intent="edit" params={{ id, type }} searchParams={[['perspective', release]]}>
              {titleOf(id)}
            </IntentLink>{' '}
            was published after it was written for the release “{releaseTitle}”, which will write over that.
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
