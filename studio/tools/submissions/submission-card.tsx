import { Badge, Card, Flex, Stack, Text } from '@sanity/ui'
import type { SubmissionSummary } from '../../../api/contract/submissions.ts'
import { timeOf } from '../time.ts'
import { kindName } from './words.ts'

interface Props {
  submission: SubmissionSummary
  isNew: boolean
  onOpen: () => void
}

/** A submission in the list: who, what, when, and what is the matter with it. */
export function SubmissionCard({ submission, isNew, onOpen }: Props) {
  const { email, name, company, excerpt, createdAt, suspected, hasNote, deliveries } = submission
  const isDead = deliveries.some(({ state }) => state === 'dead')
  const who = name === '' ? email : name
  const rest = [name === '' ? '' : email, company].filter(Boolean).join(', ')
  return (
    <Card
      as="button"
      __unstable_focusRing
      radius={2}
      padding={3}
      style={{ width: '100%', textAlign: 'start' }}
      onClick={onOpen}
    >
      <Stack gap={3}>
        <Flex gap={2} align="center" wrap="wrap">
          <Text size={1} weight="semibold" style={{ overflowWrap: 'anywhere' }}>
            {who}
          </Text>
          {isNew && <Badge tone="primary">New</Badge>}
          <Badge>{kindName(submission)}</Badge>
          {suspected && <Badge tone="caution">Suspected</Badge>}
          {isDead && <Badge tone="critical">Not delivered</Badge>}
          {hasNote && <Badge tone="suggest">Note</Badge>}
        </Flex>
        {rest !== '' && (
          <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
            {rest}
          </Text>
        )}
        {excerpt !== '' && (
          <Text size={1} textOverflow="ellipsis">
            {excerpt}
          </Text>
        )}
        <Text size={1} muted>
          <time dateTime={createdAt}>{timeOf(createdAt)}</time>
        </Text>
      </Stack>
    </Card>
  )
}
