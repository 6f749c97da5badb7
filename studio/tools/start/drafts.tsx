import { Badge, Box, Card, Flex, Stack, Text } from '@sanity/ui'
import { useRef } from 'react'
import { getPublishedId, Preview, useRelativeTime, useSchema, useUser } from 'sanity'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import { useReviewOf } from '../review/review-store.ts'
import { Empty } from './empty.tsx'
import { useAuthor } from './use-author.ts'
import { useDrafts, type Draft } from './use-drafts.ts'

/** The draft, whichever release is chosen in the bar. */
const DRAFTS = ['drafts']

/** Documents whose draft differs from the site, or that were never published. */
export function Drafts() {
  const drafts = useDrafts()
  if (!drafts) return <Empty>Loading…</Empty>
  if (drafts.length === 0) return <Empty>Nothing is waiting. Everything is live.</Empty>
  return (
    <Stack as="ul" gap={1}>
      {drafts.map((draft) => (
        <DraftRow key={draft.id} {...draft} />
      ))}
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
    <li ref={row}>
      <Card
        as={IntentLink}
        data-as="a"
        __unstable_focusRing
        intent="edit"
        params={{ id: getPublishedId(id), type }}
        searchParams={perspectiveOf()}
        radius={2}
        padding={2}
        style={{ textDecoration: 'none' }}
      >
        <Flex align="center" gap={2} wrap="wrap">
          <Box flex={1} style={{ minWidth: 180 }}>
            <Preview
              layout="default"
              schemaType={schemaType}
              value={{ _id: id, _type: type }}
              perspectiveStack={DRAFTS}
            />
          </Box>
          {review && (
            <Badge tone={review.status === 'approved' ? 'positive' : 'primary'}>
              {review.status === 'approved' ? 'Approved' : 'For review'}
            </Badge>
          )}
          {isNew && <Badge tone="primary">New</Badge>}
          <Text muted size={1}>
            {schemaType.title}, {ago}
            {author && <By author={author} />}
          </Text>
        </Flex>
      </Card>
    </li>
  )
}

function By({ author }: { author: string }) {
  const [user] = useUser(author)
  return user?.displayName ? ` by ${user.displayName}` : null
}
