import { css, styled } from 'styled-components'
import { part } from '../../browser/parts.ts'
import { below, lowPhone, print } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { AuditLine, type Audit } from '../../ui/audit-line.tsx'
import { fill } from '../../ui/fill.ts'
import { Logo, type LogoImage } from '../../ui/logo.tsx'
import { BlindSpot, Record, RecordHead, Rows, type RecordRow, type RowLabels } from '../../ui/record.tsx'
import { Mono } from '../../ui/text.tsx'

export interface RecordContent {
  output: {
    type: string
    title: string
    rows: readonly RecordRow[]
    blindSpot: string
    destination: LogoImage & { title: string }
  }
  /** `{inputs}` in its sources is filled with their number. */
  audit: Audit
}

export interface RecordCopy {
  labels: RowLabels & {
    blindSpot: string
    /** Names the record; `{n}` is its number. */
    sample: string
    /** `{tool}` is where the record goes. */
    destination: string
  }
  auditLabels: Audit
}

interface StageRecordProps extends RecordContent {
  /** How many fragments it is made of. */
  inputs: number
  /** Place of the example in its list, from 1. */
  number: number
  copy: RecordCopy
}

/** The record that an example ends with; condensed on phones, so that it fits the window with its fragments. */
export function StageRecord({ output, audit, inputs, number, copy }: StageRecordProps) {
  const { labels } = copy
  return (
    <Wipe data-part="wipe">
      <Sheet data-part="record">
        <RecordHead>
          <Type>{output.type}</Type>
          <Serial>{fill(labels.sample, { n: String(number).padStart(2, '0') })}</Serial>
        </RecordHead>
        <Title>{output.title}</Title>
        <Rows rows={output.rows} labels={labels} />
        <BlindSpot label={labels.blindSpot}>{output.blindSpot}</BlindSpot>
        <AuditLine audit={{ ...audit, sources: fill(audit.sources, { inputs }) }} labels={copy.auditLabels} />
        <Destination>
          <Logo logo={output.destination} size={16} />
          {fill(labels.destination, { tool: output.destination.title })}
        </Destination>
      </Sheet>
    </Wipe>
  )
}

/*
 * Clips the record while it is drawn; its padding leaves room for the second sheet. Its edge looks like the record's
 * own, and separates the new record from the one that it is drawn over.
 */
const Wipe = styled.div`
  position: relative;
  align-self: stretch;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow: clip;
  padding: 0 7px 7px 0;
  margin: 0 -7px -7px 0;

  &::after {
    content: '';
    position: absolute;
    inset: 0 7px 7px auto;
    width: 1px;
    background: ${color.edge};
  }

  /* Firefox leaves out an edge that stands right where its clipping ends. */
  ${print} {
    margin: 0;
    overflow: visible;
  }
`

const condensed = css`
  padding: 10px 14px 12px;

  > header {
    padding-bottom: 6px;
  }

  > dl > div {
    grid-template-columns: 5.4em 1fr;
    gap: 10px;
    padding: 5px 0;
    font-size: ${size.micro};
    line-height: 1.3;
  }

  > ${part('blind-spot')} {
    padding: 7px 0;
    font-size: ${size.micro};
    line-height: 1.3;
  }

  > div > dl {
    gap: 6px 14px;
    padding-top: 8px;
    line-height: 1.25;
  }
`

/* A record with less text is as tall as the others: the extra room is above its end, as on a form. */
const Sheet = styled(Record)`
  display: flex;
  flex-direction: column;

  > ${part('blind-spot')} {
    margin-top: auto;
  }

  ${below.s} {
    ${condensed}
  }

  /* On a low phone a record ends with its red rule. */
  ${lowPhone} {
    padding-block: 8px;

    > dl > div {
      padding: 4px 0;
    }

    > div > dl,
    > p:last-child {
      display: none;
    }
  }
`

const Type = styled.span`
  font-size: ${size.small};
  font-weight: 600;
`

const Serial = styled(Mono)`
  color: ${color.signal};
`

const Title = styled.h3`
  font-size: clamp(1.25rem, 1.1rem + 0.5vw, 1.5rem);
  line-height: 1.15;
  letter-spacing: -0.015em;
  padding: 18px 0 8px;

  ${below.s} {
    font-size: 1.0625rem;
    padding: 8px 0 4px;
  }

  ${lowPhone} {
    padding: 6px 0 2px;
  }

  ${print} {
    padding: 6pt 0 3pt;
  }
`

const Destination = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  font-size: ${size.small};
  color: ${color.ink3};
  margin-top: 14px;

  ${below.s} {
    font-size: ${size.micro};
    margin-top: 8px;
  }

  ${print} {
    margin-top: 6pt;
  }
`
