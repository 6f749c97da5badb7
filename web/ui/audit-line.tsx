import { styled } from 'styled-components'
import { from, print } from '../theme/media.ts'
import { color, size } from '../theme/tokens.ts'

export interface Audit {
  sources: string
  rule: string
  model: string
  signOff: string
}

const order = ['sources', 'rule', 'model', 'signOff'] as const

/** The end of every full record: the red rule, then Sources, Rule, Model and Sign-off. */
export function AuditLine({ audit, labels }: { audit: Audit; labels: Audit }) {
  return (
    <div>
      <RedRule data-part="rule" aria-hidden="true" />
      <Entries>
        {order.map((key) => (
          <div key={key}>
            <dt>{labels[key]}</dt>
            <dd>{audit[key]}</dd>
          </div>
        ))}
      </Entries>
    </div>
  )
}

/** The audit line where it crosses a record; drawn from its left. */
export const RedRule = styled.span`
  display: block;
  border-top: 2px solid ${color.signal};
  transform-origin: left;
`

const Entries = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, 1fr);
  gap: 12px 16px;
  padding-top: 14px;
  font-size: ${size.micro};
  line-height: 1.35;

  dt {
    color: ${color.ink3};
  }

  dd {
    font-weight: 600;
    font-size: 0.875rem;
  }

  ${from.xl} {
    grid-template-columns: repeat(4, auto);
    justify-content: space-between;
  }

  ${print} {
    gap: 3pt 12pt;
    padding-top: 6pt;
  }
`
