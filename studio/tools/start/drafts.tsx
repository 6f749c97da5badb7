import { Badge, Stack, Text } from '@sanity/ui'
import { useRef } from 'react'
import { useRelativeTime, useSchema, useUser } from 'sanity'
import { usePublishes } from '../banner/use-publishes.ts'
import { useReviewOf } from '../review/review-store.ts'
import { useTitles } from '../use-titles.ts'
import { WaitingDocuments } from '../versions/waiting-documents.tsx'
import { DocumentRow, ReviewBadge } from './document-row.tsx'
import { Empty } from './empty.tsx'
import { useAuthor } from './use-author.ts'
import { useDrafts, type Draft } from './use-drafts.ts'

/** The draft, whichever release is chosen in the bar. */
const DRAFTS = ['drafts']

/** What was published and waits, and documents whose draft differs from the site or that were never published. */
export function Drafts() {
  const drafts = useDrafts()
  const { pinned, waiting = [] } = usePublishes() ?? {}
  const titleOf = useTitles(waiting)
  if (!drafts) return <Empty>Loading…</Empty>
  if (drafts.length === 0 && waiting.length === 0)
    return (
      <Empty>
        Nothing is waiting. {pinned ? 'Visitors see an earlier version of the site.' : 'Everything is live.'}
      </Empty>
    )
  return (
    <Stack gap={4}>
      {waiting.length > 0 && <WaitingDocuments ids={waiting} titleOf={titleOf} />}
      {drafts.length > 0 && (
        <Stack as="ul" gap={1}>
          {drafts.map((draft) => (
            <DraftRow key={draft.id} {...draft} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function DraftRow({ id, type, revision, editedAt, isNew }: Draft) {
  const row = useRef<HTMLLIElement>(null)
  const author = useAuthor(row, { id, editedAt })
  const schemaType = useSchema().get(type)
  const ago = useRelativeTime(editedAt, { minimal: true, useTemporalPhrase: true })
  const review = useReviewOf({ _id: id, _rev: revision })
  if (!schemaType) return null
  return (
    <DocumentRow id={id} schemaType={schemaType} stack={DRAFTS} row={row}>
      {review && <ReviewBadge status={review.status} />}
      {isNew && <Badge tone="primary">New</Badge>}
      <Text muted size={1}>
        {schemaType.title}, {ago}
        {author && <By author={author} />}
      </Text>
    </DocumentRow>
  )
}

function By({ author }: { author: string }) {
  const [user] = useUser(author)
  return user?.displayName ? ` by ${user.displayName}` : null
}
