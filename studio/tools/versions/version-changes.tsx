import { Box, Card, Stack, Text } from '@sanity/ui'
import type { ChangedText, ReleaseChanges } from '../../../api/contract/publishing.ts'
import { pageName } from '../../schema/places.ts'
import { Alert } from '../alert.tsx'
import { useLoaded } from '../use-answer.ts'
import { changedPart } from './changed-part.ts'

/** What visitors see of a version that they did not see in the one before it: texts, old and new. */
export function VersionChanges({ id }: { id: string }) {
  const { answer: changes, message } = useLoaded<ReleaseChanges>(
    `/releases/${encodeURIComponent(id)}/changes`,
  )
  if (message) return <Alert message={message} />
  return (
    <Box paddingTop={4} aria-busy={!changes}>
      {changes ? <Changes {...changes} /> : <Text size={1}>Comparing with the previous version…</Text>}
    </Box>
  )
}

function Changes({ texts, added, removed }: ReleaseChanges) {
  if (texts.length + added.length + removed.length === 0)
    return <Text size={1}>No text differs, only a picture, a link or the look of a page.</Text>
  return (
    <Stack as="ul" gap={4}>
      {added.map((page) => (
        <Text key={page} as="li" size={1}>
          New page: {pageName(page)}
        </Text>
      ))}
      {removed.map((page) => (
        <Text key={page} as="li" size={1}>
          No longer there: {pageName(page)}
        </Text>
      ))}
      {texts.map((text) => (
        <Change key={`${text.before}\n${text.after}\n${text.pages.join(' ')}`} {...text} />
      ))}
    </Stack>
  )
}

/** More than these are counted. */
const NAMED = 3

function Change({ before, after, pages }: ChangedText) {
  const [old, now] = changedPart(before ?? '', after ?? '')
  return (
    <Card as="li" tone="inherit" borderTop paddingTop={4}>
      <Stack gap={3}>
        <Text size={0} muted>
          {pages.length > NAMED ? `On ${pages.length} pages` : pages.map(pageName).join(', ')}
        </Text>
        {before !== null && <Side name="Before" parts={old} />}
        {after !== null && <Side name={before === null ? 'New' : 'After'} parts={now} />}
        {after === null && (
          <Text size={1} muted>
            Removed
          </Text>
        )}
      </Stack>
    </Card>
  )
}

function Side({ name, parts: [start, changed, end] }: { name: string; parts: readonly string[] }) {
  return (
    <Text size={1} style={{ overflowWrap: 'anywhere' }}>
      <b>{name}:</b> {start}
      {changed && (name === 'Before' ? <del>{changed}</del> : <ins>{changed}</ins>)}
      {end}
    </Text>
  )
}
