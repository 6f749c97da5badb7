import { styled } from 'styled-components'
import { Links } from './links.tsx'
import { below, from, print } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { AuditLine, type Audit } from '../../ui/audit-line.tsx'
import { Chip, type ChipInput } from './chip.tsx'
import { Engine } from './engine.tsx'
import { fill } from '../../ui/fill.ts'
import { Logo, type LogoImage } from '../../ui/logo.tsx'
import { BlindSpot, Record, RecordHead, Rows, type RecordRow, type RowLabels } from '../../ui/record.tsx'
import { Mono } from '../../ui/text.tsx'

interface StageExample {
  inputs: readonly ChipInput[]
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

interface StageLabels {
  engine: string
  engineAlt: string
  labels: RowLabels & {
    inputs: string
    blindSpot: string
    /** Names the record; `{n}` is its number. */
    sample: string
    /** `{tool}` is where the record goes. */
    destination: string
  }
  auditLabels: Audit
}

interface StageProps {
  example: StageExample
  /** Place of the example in its list, from 1. */
  number: number
  copy: StageLabels
}

/** Inputs, the engine and the record they become, side by side from 1024 px, else on one spine. */
export function Stage({ example, number, copy }: StageProps) {
  const { inputs, output, audit } = example
  const { labels } = copy
  return (
    <Spine data-part="stage">
      <Links inputs={inputs.length} />
      <Inputs aria-label={labels.inputs}>
        {inputs.map((input, i) => (
          <Chip key={input.text} input={input} number={i + 1} part="input" />
        ))}
      </Inputs>
      <Engine name={copy.engine} label={copy.engineAlt} />
      <Wipe data-part="wipe">
        <Record data-part="record">
          <RecordHead>
            <Type>{output.type}</Type>
            <Serial>{fill(labels.sample, { n: String(number).padStart(2, '0') })}</Serial>
          </RecordHead>
          <Title>{output.title}</Title>
          <Rows rows={output.rows} labels={labels} />
          <BlindSpot label={labels.blindSpot}>{output.blindSpot}</BlindSpot>
          <AuditLine
            audit={{ ...audit, sources: fill(audit.sources, { inputs: inputs.length }) }}
            labels={copy.auditLabels}
          />
          <Destination>
            <Logo logo={output.destination} size={16} />
            {fill(labels.destination, { tool: output.destination.title })}
          </Destination>
        </Record>
      </Wipe>
    </Spine>
  )
}

const Spine = styled.div`
  position: relative;
  min-height: 420px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  align-items: center;

  [data-part='engine'] {
    ${below.l} {
      &::before,
      &::after {
        content: '';
        position: absolute;
        left: 50%;
        width: 2px;
        height: 20px;
        background: ${color.ink};
      }

      &::before {
        bottom: 100%;
      }

      &::after {
        top: 100%;
        background: ${color.signal};
      }
    }

    ${from.l} {
      width: min(248px, 92%);
    }
  }

  ${from.l} {
    height: 100%;
    grid-template-columns: minmax(0, 4fr) minmax(0, 3.4fr) minmax(0, 4.6fr);
    gap: 0;
  }

  /* Two to a page. */
  ${print} {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 12pt;
    align-items: start;
    min-height: 0;
    height: auto;
    break-inside: avoid;

    [data-part='engine'] {
      display: none;
    }
  }
`

const Inputs = styled.ul`
  display: grid;
  gap: 18px;
  position: relative;

  > li {
    max-width: none;
    width: 100%;
    padding: 14px 16px;
    font-size: 1rem;
  }

  ${from.l} {
    height: 100%;
    grid-auto-rows: 1fr;
    align-items: center;
    gap: 0;
  }

  ${print} {
    display: block;

    > li + li {
      margin-top: 6pt;
    }
  }
`

/* Clips the record while it is drawn; its padding leaves room for the second sheet. */
const Wipe = styled.div`
  overflow: clip;
  padding: 0 7px 7px 0;
  margin: 0 -7px -7px 0;

  ${print} {
    padding: 0;
    margin: 0;
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

  ${print} {
    margin-top: 6pt;
  }
`
