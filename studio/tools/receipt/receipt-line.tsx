import { getPublishedId, useEditState } from 'sanity'
import { styled } from 'styled-components'
import type { Receipt } from '../../../api/contract/publishing.ts'
import { FieldLink } from './field-link.tsx'
import { elsewhereLine, progressOf, type Progress } from './progress.ts'
import { useReceipt } from './use-receipt.ts'

/** What became of the newest publish of a document, above its form. */
export function ReceiptLine({ id, type }: { id: string; type: string }) {
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

function Told({ progress, receipt, type }: ToldProps) {
  const { state, steps, sentence } = progress
  return (
    <Box $tone={state}>
      <Steps>
        {steps.map(({ title, isDone }) => (
          <li key={title} aria-current={isDone ? undefined : 'step'}>
            {title}
          </li>
        ))}
      </Steps>
      {sentence && <p>{sentence}</p>}
      {receipt && state === 'held' && <Faults receipt={receipt} type={type} />}
      {receipt && state === 'live' && receipt.pages.length > 0 && <Pages paths={receipt.pages} />}
      {state === 'live' && receipt?.elsewhere?.map((one) => <p key={one.target}>{elsewhereLine(one)}</p>)}
    </Box>
  )
}

function Faults({ receipt, type }: { receipt: Receipt; type: string }) {
  return (
    <ul>
      {receipt.faults.map(({ sentence, path }) => (
        <li key={`${path}${sentence}`}>
          {sentence} {path && <FieldLink id={receipt.documentId} type={type} path={path} />}
        </li>
      ))}
    </ul>
  )
}

/** More than these are one line too many. */
const SHOWN = 4

function Pages({ paths }: { paths: readonly string[] }) {
  const rest = paths.length - SHOWN
  return (
    <p>
      On{' '}
      {paths.slice(0, SHOWN).map((path) => (
        <a key={path} href={path} target="_blank" rel="noreferrer">
          {path === '/' ? 'Home' : path}
        </a>
      ))}
      {rest > 0 && `and ${rest} more`}
    </p>
  )
}

// Stays in sight in a long form: the button that was pressed is at its foot.
const Status = styled.output`
  display: block;
  position: sticky;
  top: 0;
  z-index: 10;
  order: -2;
`

const Box = styled.div<{ $tone: Progress['state'] }>`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: baseline;
  margin-block-end: 16px;
  padding: 8px 12px;
  border: 1px solid var(--card-border-color);
  border-inline-start: 4px solid ${({ $tone }) => TONES[$tone]};
  border-radius: 3px;
  background: var(--card-bg-color);
  font: 13px/20px var(--card-font-family, sans-serif);
  color: var(--card-fg-color);

  p,
  ul {
    margin: 0;
  }

  ul {
    flex-basis: 100%;
    padding-inline-start: 18px;
  }

  a {
    margin-inline-end: 8px;
    color: var(--card-link-color);
  }
`

const TONES: Record<Progress['state'], string> = {
  'under way': 'var(--card-link-color)',
  live: '#3d9a5b',
  held: '#c9452f',
  waiting: '#b98900',
}

const Steps = styled.ol`
  display: flex;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-weight: 600;

  li + li::before {
    content: '→ ';
    color: var(--card-muted-fg-color);
    font-weight: 400;
  }
`
