import { css, styled } from 'styled-components'
import { part } from '../../browser/parts.ts'
import { below, from, lowPhone, print } from '../../theme/media.ts'
import { color } from '../../theme/tokens.ts'
import type { ChipInput } from '../../ui/chip.tsx'
import { Engine } from './engine.tsx'
import { Links } from './links.tsx'
import { StageInputs } from './stage-inputs.tsx'
import { StageRecord, type RecordContent, type RecordCopy } from './stage-record.tsx'

interface StageExample extends RecordContent {
  inputs: readonly ChipInput[]
}

interface StageCopy extends RecordCopy {
  engine: string
  engineAlt: string
  labels: RecordCopy['labels'] & { inputs: string }
}

interface StageProps {
  example: StageExample
  /** Place of the example in its list, from 1. */
  number: number
  copy: StageCopy
  /** Id of the section's `EngineDrawings`. */
  drawings: string
}

/**
 * Inputs, the engine and the record they become: side by side from 1024 px, else the record beside the other two, and
 * on one spine under 640 px.
 */
export function Stage({ example, number, copy, drawings }: StageProps) {
  const { inputs, output, audit } = example
  return (
    <Spine data-part="stage">
      <Links inputs={inputs.length} />
      <StageInputs inputs={inputs} label={copy.labels.inputs} />
      <Engine name={copy.engine} label={copy.engineAlt} drawings={drawings} />
      <StageRecord output={output} audit={audit} inputs={inputs.length} number={number} copy={copy} />
    </Spine>
  )
}

/**
 * For a list of stages that lie on each other: all take the rows of the tallest, so that inputs, engine and record have
 * the same places in each, and one record covers another.
 */
export const stages = css`
  ${below.l} {
    grid-template-rows: auto 1fr;
  }

  ${below.s} {
    grid-template-rows: auto auto 1fr;
  }

  > li {
    grid-area: 1/1/-1/-1;
    min-width: 0;

    ${below.l} {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: subgrid;
    }
  }
`

/* The spine: from the inputs into the engine, and on, in red, into the record. */
const spine = css`
  &::before,
  &::after {
    content: '';
    position: absolute;
    left: 50%;
    width: 2px;
    height: var(--gap);
    background: ${color.ink};
  }

  &::before {
    bottom: 100%;
  }

  &::after {
    left: 100%;
    top: 50%;
    width: var(--gap);
    height: 2px;
    background: ${color.signal};
  }

  ${below.s} {
    &::after {
      left: 50%;
      top: 100%;
      width: 2px;
      height: var(--gap);
    }
  }
`

const Spine = styled.div`
  position: relative;
  min-height: 420px;
  display: grid;

  ${below.l} {
    --gap: 20px;
    grid-row: 1/-1;
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    grid-template-rows: auto 1fr;
    grid-template-rows: subgrid;
    column-gap: var(--gap);

    > ${part('wipe')} {
      grid-area: 1/2/-1/-1;
    }

    > ${part('engine')} {
      align-self: start;
      margin: var(--gap) 0 0 auto;
      ${spine}
    }
  }

  ${below.s} {
    --gap: 8px;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto auto 1fr;
    grid-template-rows: subgrid;

    > ${part('wipe')} {
      grid-area: auto;
    }

    > ${part('engine')} {
      margin: var(--gap) auto;
    }
  }

  ${lowPhone} {
    --gap: 6px;
  }

  ${from.l} {
    height: 100%;
    align-items: center;
    grid-template-columns: minmax(0, 4fr) minmax(0, 3.4fr) minmax(0, 4.6fr);
  }

  /* Two to a page. */
  ${print} {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    grid-template-rows: auto;
    gap: 12pt;
    align-items: start;
    min-height: 0;
    height: auto;
    break-inside: avoid;

    > ${part('wipe')} {
      grid-area: auto;
    }

    > ${part('engine')} {
      display: none;
    }
  }
`
