import { Badge, Box, Card, Flex, Stack, Text } from '@sanity/ui'
import { useMemo } from 'react'
import { getPublishedId, getVersionFromId, Preview, useRelativeTime, useSchema, useUser } from 'sanity'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import type { Review } from '../review/open-reviews.ts'
import { useReviews } from '../review/review-store.ts'
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
  const isApproved = status === 'approved'
  return (
    <li>
      <Card
        as={IntentLink}
        data-as="a"
        __unstable_focusRing
        intent="edit"
        params={{ id: getPublishedId(document), type: documentType }}
        searchParams={perspectiveOf(release)}
        radius={2}
        padding={2}
        style={{ textDecoration: 'none' }}
      >
        <Flex align="center" gap={2} wrap="wrap">
          <Box flex={1} style={{ minWidth: 180 }}>
            <Preview
              layout="default"
              schemaType={schemaType}
              value={{ _id: document, _type: documentType }}
              perspectiveStack={stack}
            />
          </Box>
          <Badge tone={isApproved ? 'positive' : 'primary'}>{isApproved ? 'Approved' : 'For review'}</Badge>
          <Text muted size={1}>
            {user?.displayName ?? 'Somebody'}, {ago}
          </Text>
        </Flex>
      </Card>
    </li>
  )
}
