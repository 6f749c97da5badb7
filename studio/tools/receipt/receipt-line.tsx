import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { Box, Card, Flex, Stack, Text, type CardTone } from '@sanity/ui'
import { getPublishedId, useEditState } from 'sanity'
import type { Receipt } from '../../../api/contract/publishing.ts'
import { LISTS } from '../../schema/lists.ts'
import { isDevelopment } from '../development.ts'
import { saySame } from '../say-same.ts'
import { FieldElsewhere, FieldLink } from './field-link.tsx'
import { PageList } from './page-list.tsx'
import { deployTargetLine, progressOf, type Progress } from './progress.ts'
import { useReceipt } from './use-receipt.ts'

/** What became of the newest publish of a document, and whether its draft says something else by now. */
export function ReceiptLine({ id, type }: { id: string; type: string }) {
  const publishedId = getPublishedId(id)
  const { ready, published, draft } = useEditState(publishedId, type)
  const revision = published?._rev ?? null
  const { receipt, ...waiting } = useReceipt({
    documentId: publishedId,
    revision: ready && !isDevelopment ? revision : undefined,
    isListed: LISTS.some((list) => list.type === type),
  })
  const progress = ready && receipt !== undefined ? progressOf(receipt, revision, waiting) : undefined
  // A scheduled draft and a release go live as copies, and leave the draft behind.
  const differs = ready && published !== null && draft !== null && !saySame(draft, published)
  return (
    <output aria-label="Publish receipt" data-state={progress?.state}>
      {(progress || differs) && (
        <Told progress={progress} receipt={receipt ?? undefined} type={type} differs={differs} />
      )}
    </output>
  )
}

interface ToldProps {
  progress: Progress | undefined
  receipt: Receipt | undefined
  type: string
  /** Whether there are edits that are not published. */
  differs: boolean
}

const TONES: Record<Progress['state'], CardTone> = {
  'under way': 'primary',
  live: 'positive',
  held: 'critical',
  waiting: 'caution',
}

function Told({ progress, receipt, type, differs }: ToldProps) {
  const { state, steps = [], message } = progress ?? {}
  // Green is for what is on the site as it stands here.
  const tone = state === undefined || (state === 'live' && differs) ? 'transparent' : TONES[state]
  return (
    <Card tone={tone} borderBottom paddingX={3} paddingY={2}>
      <Box overflow="auto" style={{ maxHeight: '30vh' }}>
        <Stack gap={3} paddingY={1}>
          <Flex align="center" wrap="wrap" gap={3}>
            {steps.length > 0 && <Steps steps={steps} />}
            {differs && (
              <Text size={1} weight="medium">
                Draft differs from {state === 'live' || state === undefined ? 'live' : 'what was published'}
              </Text>
            )}
            {receipt && state === 'live' && receipt.revision !== null && (
              <PageList type={type} paths={receipt.pages} />
            )}
          </Flex>
          {message && <Text size={1}>{message}</Text>}
          {receipt && state === 'held' && <Faults {...receipt} type={type} />}
          {receipt && state === 'live' && <Placeholders {...receipt} type={type} />}
          {state === 'live' &&
            receipt?.deployTargets?.map((one) => (
              <Text key={one.target} size={1}>
                {deployTargetLine(one)}
              </Text>
            ))}
        </Stack>
      </Box>
    </Card>
  )
}

function Steps({ steps }: Pick<Progress, 'steps'>) {
  return (
    <Flex as="ol" align="center" wrap="wrap" gap={2}>
      {steps.map(({ title, isDone }, index) => (
        <Flex key={title} as="li" gap={2} aria-current={isDone ? undefined : 'step'}>
          {index > 0 && (
            <Text muted size={1}>
              <ArrowRightIcon aria-hidden />
            </Text>
          )}
          <Text size={1} weight="semibold">
            {title}
          </Text>
        </Flex>
      ))}
    </Flex>
  )
}

const GO = 'Go to the field'

function Faults({ documentId, faults, type }: Pick<Receipt, 'documentId' | 'faults'> & { type: string }) {
  return (
    <Stack as="ul" gap={3}>
      {faults.map(({ message, path, elsewhere }) => (
        <Text key={`${path}${message}`} as="li" size={1}>
          {message}{' '}
          {path && (
            <FieldLink id={documentId} type={type} path={path}>
              {GO}
            </FieldLink>
          )}
          {elsewhere && <FieldElsewhere {...elsewhere}>{GO}</FieldElsewhere>}
        </Text>
      ))}
    </Stack>
  )
}

/** What went live and only stands in for something: the fields themselves say what to write. */
function Placeholders({
  documentId,
  placeholders = [],
  type,
}: Pick<Receipt, 'documentId' | 'placeholders'> & { type: string }) {
  if (placeholders.length === 0) return undefined
  return (
    <Text size={1}>
      With placeholders:{' '}
      {placeholders.map(({ path, title }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <FieldLink id={documentId} type={type} path={path}>
            {title}
          </FieldLink>
        </span>
      ))}
    </Text>
  )
}
