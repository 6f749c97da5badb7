import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { Card, Flex, Stack, Text, type CardTone } from '@sanity/ui'
import { getPublishedId, useEditState, type InputProps } from 'sanity'
import { styled } from 'styled-components'
import type { Receipt } from '../../../api/contract/publishing.ts'
import { CountedInput } from '../form/counted-input.tsx'
import { FieldLink } from './field-link.tsx'
import { Placeholders } from './placeholders.tsx'
import { deployTargetLine, progressOf, type Progress } from './progress.ts'
import { useReceipt } from './use-receipt.ts'

/** The form of a document, under what became of its last publish. */
export function FormWithReceipt(props: InputProps) {
  if (props.path.length > 0) return <CountedInput {...props} />
  const { _id: id, _type: type } = (props.value ?? {}) as { _id?: string; _type?: string }
  return (
    <Flex direction="column">
      <div>{props.renderDefault(props)}</div>
      {id && type && <ReceiptLine id={id} type={type} />}
    </Flex>
  )
}

/** What became of the newest publish of a document. */
function ReceiptLine({ id, type }: { id: string; type: string }) {
  const publishedId = getPublishedId(id)
  const { ready, published } = useEditState(publishedId, type)
  const revision = published?._rev ?? null
  const { receipt, isLate } = useReceipt(publishedId, revision)
  const progress = ready && receipt !== undefined ? progressOf(receipt, revision, isLate) : undefined
  return (
    <Status aria-label="Publish receipt" data-state={progress?.state}>
      {progress && <Told progress={progress} receipt={receipt ?? undefined} type={type} />}
    </Status>
  )
}

interface ToldProps {
  progress: Progress
  receipt: Receipt | undefined
  type: string
}

const TONES: Record<Progress['state'], CardTone> = {
  'under way': 'primary',
  live: 'positive',
  held: 'critical',
  waiting: 'caution',
}

function Told({ progress, receipt, type }: ToldProps) {
  const { state, steps, message } = progress
  return (
    <Card tone={TONES[state]} border radius={2} padding={3} marginBottom={4}>
      <Stack gap={3}>
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
        {message && <Text size={1}>{message}</Text>}
        {receipt && state === 'held' && <Faults receipt={receipt} type={type} />}
        {receipt && state === 'live' && <Placeholders {...receipt} type={type} />}
        {receipt && state === 'live' && receipt.pages.length > 0 && <Pages paths={receipt.pages} />}
        {state === 'live' &&
          receipt?.deployTargets?.map((one) => (
            <Text key={one.target} size={1}>
              {deployTargetLine(one)}
            </Text>
          ))}
      </Stack>
    </Card>
  )
}

function Faults({ receipt, type }: { receipt: Receipt; type: string }) {
  return (
    <Stack as="ul" gap={3}>
      {receipt.faults.map(({ message, path }) => (
        <Text key={`${path}${message}`} as="li" size={1}>
          {message} {path && <FieldLink id={receipt.documentId} type={type} path={path} />}
        </Text>
      ))}
    </Stack>
  )
}

/** More than these are one line too many. */
const SHOWN = 4

function Pages({ paths }: { paths: readonly string[] }) {
  const rest = paths.length - SHOWN
  return (
    <Text size={1}>
      On{' '}
      {paths.slice(0, SHOWN).map((path, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <a href={path} target="_blank" rel="noreferrer">
            {path === '/' ? 'Home' : path}
          </a>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </Text>
  )
}

// Stays in sight in a long form: the button that was pressed is at its foot. The Studio puts the cursor on the first
// thing of a form that can have it, which is to be a field: so this comes after them and is only shown before them.
const Status = styled.output`
  display: block;
  position: sticky;
  top: 0;
  z-index: 10;
  order: -1;
`
