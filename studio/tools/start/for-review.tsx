import { Stack, Text } from '@sanity/ui'
import { useMemo } from 'react'
import { getVersionFromId, useRelativeTime, useSchema, useUser } from 'sanity'
import type { Review } from '../review/open-reviews.ts'
import { useReviews } from '../review/review-store.ts'
import { DocumentRow, ReviewBadge } from './document-row.tsx'
import { Empty } from './empty.tsx'

/** Drafts that wait for a review, and approved ones that are not live yet. */
export function ForReview() {
  const reviews = useReviews()
  if (!reviews) return <Empty>Loading…</Empty>
  if (reviews === 'absent') return <Empty>This dataset has no comments, and so no reviews.</Empty>
  if (reviews.length === 0) return <Empty>Nobody is asking for a review.</Empty>
  return (
    <Stack as="ul" gap={1}>
      {reviews.map((review) => (
        <ReviewRow key={review._id} {...review} />
      ))}
    </Stack>
  )
}

function ReviewRow({ document, documentType, status, requestedBy, approvedBy, _updatedAt: at }: Review) {
  const schemaType = useSchema().get(documentType)
  const ago = useRelativeTime(at, { minimal: true, useTemporalPhrase: true })
  const [user] = useUser(approvedBy ?? requestedBy)
  const release = getVersionFromId(document)
  // The draft, whichever release is chosen in the bar.
  const stack = useMemo(() => [release ?? 'drafts'], [release])
  if (!schemaType) return null
  return (
    <DocumentRow id={document} schemaType={schemaType} release={release} stack={stack}>
      <ReviewBadge status={status} />
      <Text muted size={1}>
        {user?.displayName ?? 'Somebody'}, {ago}
      </Text>
    </DocumentRow>
  )
}
