import { Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { FaultList } from '../banner/short-list.tsx'
import { usePublishes } from '../banner/use-publishes.ts'
import { perspectiveOf } from '../edit-link.ts'
import { ReceiptLine } from '../receipt/receipt-line.tsx'
import { useTitles } from '../use-titles.ts'
import { Empty } from './empty.tsx'

/** Documents whose newest revision would break a page, each with what to correct. */
export function Held() {
  const publishes = usePublishes()
  const { held = [], faults = [], failure, pinned } = publishes ?? {}
  const titleOf = useTitles(held.map(({ documentId }) => documentId))
  if (!publishes) return <Empty>Loading…</Empty>
  if (faults.length > 0) return <FaultList faults={faults} />
  if (held.length === 0 && failure) return <Empty>{failure} It is tried again by itself.</Empty>
  if (held.length === 0)
    return (
      <Empty>
        Nothing is held.{' '}
        {pinned
          ? 'Visitors see an earlier version of the site, so what is published waits.'
          : 'Visitors see everything that was published.'}
      </Empty>
    )
  return (
    <Stack as="ul" gap={3}>
      {held.map(({ documentId: id, type, title }) => (
        <Stack key={id} as="li" gap={3}>
          <Text size={1} weight="medium">
            <IntentLink intent="edit" params={{ id, type }} searchParams={perspectiveOf()}>
              {titleOf(id, title)}
            </IntentLink>
          </Text>
          <ReceiptLine id={id} type={type} />
        </Stack>
      ))}
    </Stack>
  )
}
