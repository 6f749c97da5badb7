import { Badge, Box, Card, Flex } from '@sanity/ui'
import type { ReactNode, Ref } from 'react'
import { getPublishedId, Preview, type SchemaType } from 'sanity'
import { IntentLink } from 'sanity/router'
import { perspectiveOf } from '../edit-link.ts'
import type { Review } from '../review/open-reviews.ts'

interface Props {
  /** Id of the draft or version. */
  id: string
  schemaType: SchemaType
  /** The content release of a version. */
  release?: string | undefined
  /** The perspective that the preview shows. */
  stack: string[]
  row?: Ref<HTMLLIElement>
  /** What is said of it, behind its preview. */
  children: ReactNode
}

/** A document in a list of the first screen, which leads to its form. */
export function DocumentRow({ id, schemaType, release, stack, row, children }: Props) {
  const type = schemaType.name
  return (
    <li ref={row}>
      <Card
        as={IntentLink}
        data-as="a"
        __unstable_focusRing
        intent="edit"
        params={{ id: getPublishedId(id), type }}
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
              value={{ _id: id, _type: type }}
              perspectiveStack={stack}
            />
          </Box>
          {children}
        </Flex>
      </Card>
    </li>
  )
}

export function ReviewBadge({ status }: Pick<Review, 'status'>) {
  return status === 'approved' ? (
    <Badge tone="positive">Approved</Badge>
  ) : (
    <Badge tone="primary">For review</Badge>
  )
}
