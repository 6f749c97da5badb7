import { keyframes, styled } from 'styled-components'
import { Seal } from '../../art/seal.tsx'
import type { Hero, HowItWorks } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, duration, ease, size } from '../../theme/tokens.ts'
import { AuditLine, RedRule } from '../../ui/audit-line.tsx'
import { fill } from '../../ui/fill.ts'
import { BlindSpot, Record, RecordHead, Rows } from '../../ui/record.tsx'
import { Mono } from '../../ui/text.tsx'

interface HeroRecordProps {
  record: Hero['record']
  /** Number of inputs, for the audit line. */
  inputs: number
  words: Pick<HowItWorks, 'labels' | 'auditLabels'>
}

/** The record that the fragments become: its rule meets the red strand, its seal is stamped last. */
export function HeroRecord({ record, inputs, words }: HeroRecordProps) {
  return (
    <Place>
      <Sheet>
        <Stamp />
        <RecordHead>
          <b>{record.type}</b>
          <RecordNumber>{record.number}</RecordNumber>
        </RecordHead>
        <Rows rows={record.rows} labels={words.labels} />
        <BlindSpot label={words.labels.blindSpot}>{record.blindSpot}</BlindSpot>
        <AuditLine
          audit={{ ...record.audit, sources: fill(record.audit.sources, { inputs }) }}
          labels={words.auditLabels}
        />
      </Sheet>
      <Note>{record.note}</Note>
    </Place>
  )
}

const draw = keyframes`
  from { transform: scaleX(0) }
`

const stamp = keyframes`
  from { opacity: 0; transform: scale(1.25) rotate(-12deg) }
`

const Place = styled.div`
  position: relative;
  padding-bottom: 16px;

  ${from.stage} {
    grid-area: 1/8/3/13;
    align-self: end;
    /* The seal sticks out at the top: a long record would push it onto the headline. */
    padding-block: 44px 40px;
  }

  ${print} {
    && {
      grid-area: auto/1/auto/-1;
      padding-block: 0 16pt;
    }
  }
`

const Sheet = styled(Record)`
  padding: 24px;

  ${print} {
    padding: 9pt 12pt;
  }

  ${RecordHead} {
    flex-wrap: wrap;
    justify-content: flex-start;
    row-gap: 0;
    padding-right: 80px;
  }

  ${RedRule} {
    animation: ${draw} ${duration.enter} ${ease.out} 1s backwards;
  }
`

const RecordNumber = styled(Mono)`
  color: ${color.signal};
  white-space: nowrap;
`

/* The curve overshoots a little, as a hand would. */
const Stamp = styled(Seal)`
  position: absolute;
  right: -10px;
  top: -62px;
  width: 108px;
  background: ${color.sheet};
  border-radius: 50%;
  animation: ${stamp} 360ms cubic-bezier(0.34, 1.4, 0.64, 1) 1.4s backwards;

  ${from.stage} {
    right: -30px;
    top: -66px;
    width: 132px;
  }
`

/*
 * The note takes no room where the strands meet the record: else the record's rule would not line up with the red one.
 */
const Note = styled.p`
  margin-top: 14px;
  font-size: ${size.micro};
  line-height: 18px;
  color: ${color.ink3};

  ${from.stage} {
    position: absolute;
    bottom: 8px;
    left: 0;
    padding-inline: 0 10px;
    background: ${color.bg};
  }

  ${print} {
    position: static;
  }
`
