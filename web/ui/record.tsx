import { styled } from 'styled-components'
import { print } from '../theme/media.ts'
import { color, radius, size } from '../theme/tokens.ts'
import { fill } from './fill.ts'
import { Hidden } from './text.tsx'

export interface RecordRow {
  label: string
  value: string
  /** Numbers of the inputs that the value is taken from, from 1. */
  sources: number[]
  inferred?: boolean
}

export interface RowLabels {
  inferred: string
  /** Names a source for screen readers; `{n}` is its number. */
  source: string
}

/** A record: a ruled sheet with a second one behind it. */
export const Record = styled.article`
  position: relative;
  background: ${color.sheet};
  border: 1px solid ${color.edge};
  border-radius: ${radius};
  padding: clamp(18px, 1.8vw, 26px);
  box-shadow:
    6px 6px 0 -1px ${color.bg},
    6px 6px 0 0 ${color.edge2};

  ${print} {
    padding: 9pt 12pt;
    box-shadow: none;
  }
`

export const RecordHead = styled.header`
  display: flex;
  justify-content: space-between;
  gap: 16px;
  align-items: baseline;
  padding-bottom: 14px;
  border-bottom: 1px solid ${color.edge};

  ${print} {
    padding-bottom: 6pt;
  }

  b {
    font-size: ${size.h4};
    font-weight: 600;
    letter-spacing: -0.01em;
  }
`

/** The lines of a record, each with the inputs it follows from. */
export function Rows({ rows, labels }: { rows: readonly RecordRow[]; labels: RowLabels }) {
  return (
    <Lines>
      {rows.map((row) => (
        <div key={row.label}>
          <dt>
            {row.label}
            {row.inferred && (
              <>
                {' '}
                <em>{labels.inferred}</em>
              </>
            )}
          </dt>
          <dd>
            {row.value}
            <Sources numbers={row.sources} label={labels.source} />
          </dd>
        </div>
      ))}
    </Lines>
  )
}

function Sources({ numbers, label }: { numbers: readonly number[]; label: string }) {
  if (numbers.length === 0) return null
  return (
    <sup>
      {numbers.map((n, i) => (
        <span key={n}>
          <Hidden>{fill(label, { n })} </Hidden>
          <span aria-hidden="true">{i > 0 ? ` ${n}` : n}</span>
        </span>
      ))}
    </sup>
  )
}

/** What the inputs leave open. */
export function BlindSpot({ label, children }: { label: string; children: string }) {
  return (
    <Open data-part="blind-spot">
      <span>
        <b>{label}</b>&ensp;{children}
      </span>
    </Open>
  )
}

/* In a narrow column, or in large letters, a label stands above its value. */
const Lines = styled.dl`
  container-type: inline-size;

  > div {
    display: grid;
    grid-template-columns: 6.4em minmax(0, 1fr);
    gap: 14px;
    padding: 11px 0;
    border-bottom: 1px solid ${color.rule};
    font-size: ${size.small};
    line-height: 1.4;

    ${print} {
      padding-block: 4pt;
    }
  }

  dt {
    color: ${color.ink3};
  }

  dd {
    overflow-wrap: anywhere;
  }

  em {
    font-style: normal;
    border-bottom: 1px dashed;
  }

  sup {
    color: ${color.signal};
    font-size: 0.72em;
    font-weight: 600;
    line-height: 0;
    margin-left: 4px;
    word-spacing: 0.1em;
    white-space: nowrap;
  }

  @container (max-width: 12em) {
    > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
    }
  }
`

const Open = styled.p`
  display: flex;
  gap: 10px;
  font-size: ${size.small};
  line-height: 1.4;
  padding: 12px 0;

  ${print} {
    padding-block: 4pt;
  }

  &::before {
    content: '';
    flex: none;
    width: 9px;
    height: 9px;
    margin-top: 0.38em;
    border: 2px solid ${color.signal};
    transform: rotate(45deg);
  }

  b {
    font-weight: 600;
  }
`
