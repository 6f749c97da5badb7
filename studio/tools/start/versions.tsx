import { Card, Stack, Text } from '@sanity/ui'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { timeOf } from '../time.ts'
import { ToolLink } from '../tool-link.tsx'
import { usePolled } from '../use-answer.ts'
import { useTitles } from '../use-titles.ts'
import { versionsTool } from '../versions/versions-tool.tsx'
import { Empty } from './empty.tsx'

const SHOWN = 5
const EVERY_MS = 10_000

/** The last versions of the site: when each went live, and what was new in it. */
export function Versions() {
  const { answer: list, message } = usePolled<ReleaseList>('/releases', { everyMs: EVERY_MS })
  const last = list?.releases.filter(({ documents }) => documents.length > 0).slice(0, SHOWN) ?? []
  const titleOf = useTitles(last.flatMap(({ documents }) => documents))
  if (!list && message) return <Empty>The site’s server does not answer. Trying again…</Empty>
  if (!list) return <Empty>Loading…</Empty>
  if (last.length === 0) return <Empty>Nothing has been published yet.</Empty>
  return (
    <Stack gap={4}>
      <Stack as="ol" gap={3}>
        {last.map(({ id, at, by, documents, titles }) => (
          <Card key={id} as="li">
            <Stack gap={2}>
              <Text
                size={1}
                weight={id === list.current ? 'semibold' : 'regular'}
                style={{ overflowWrap: 'anywhere' }}
              >
                {nameAll(
                  documents.map((document) => titles?.[document] ?? nameOf(document, titleOf(document))),
                )}
                {id === list.current && ' (served now)'}
              </Text>
              <Text muted size={1}>
                <time dateTime={at}>{timeOf(at)}</time>
                {by.length > 0 && `, ${by.join(', ')}`}
              </Text>
            </Stack>
          </Card>
        ))}
      </Stack>
      <Text size={1}>
        <ToolLink tool={versionsTool.name}>All versions, and the way back to one</ToolLink>
      </Text>
    </Stack>
  )
}

/** What was deleted since has an id and no title. */
function nameOf(id: string, title: string): string {
  return title === id ? 'A document that was deleted since' : title
}

const NAMED = 3

function nameAll(titles: readonly string[]): string {
  const rest = titles.length - NAMED
  return titles.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
