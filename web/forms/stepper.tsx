import { styled } from 'styled-components'
import { from } from '../theme/media.ts'
import { color, size } from '../theme/tokens.ts'

interface StepperProps {
  steps: readonly string[]
  /** The current step, from 1. */
  current: number
  /** Accessible name, such as 'Step 1 of 3: Email'. */
  label: string
}

/** The steps of a form along the audit line, which is drawn up to the current one. */
export function Stepper({ steps, current, label }: StepperProps) {
  return (
    <Steps aria-label={label}>
      {steps.map((step, i) => (
        <li
          key={step}
          {...(i + 1 < current && { 'data-past': '' })}
          {...(i + 1 === current && { 'aria-current': 'step' })}
        >
          {step}
        </li>
      ))}
    </Steps>
  )
}

const Steps = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: clamp(12px, calc(12px + (100vw - 320px) / 5), 22px);
  padding: 18px 24px;
  border-bottom: 1px dashed ${color.rule2};
  font-size: ${size.small};
  color: ${color.ink3};
  overflow: hidden;

  li {
    display: flex;
    align-items: center;
    gap: 9px;
  }

  li::before {
    content: '';
    width: 11px;
    height: 11px;
    border-radius: 50%;
    border: 2px solid ${color.rule2};
    flex: none;
    background: ${color.sheet};
    z-index: 1;
  }

  [data-past]::before {
    background: ${color.signal};
    border-color: ${color.signal};
  }

  [aria-current] {
    color: ${color.ink};
    font-weight: 600;
  }

  [aria-current]::before {
    border: 4px solid ${color.signal};
    width: 15px;
    height: 15px;
    margin: -2px;
  }

  ${from.m} {
    flex-direction: column;
    gap: 0;
    border-bottom: 0;
    border-right: 1px dashed ${color.rule2};
    padding: 46px 20px 40px 28px;

    li {
      position: relative;
      padding-bottom: 44px;
    }

    > :not(:last-child)::after {
      content: '';
      position: absolute;
      left: 5px;
      top: 14px;
      bottom: -2px;
      width: 1px;
      background: ${color.rule2};
    }

    [data-past]:not(:last-child)::after {
      background: ${color.signal};
      width: 2px;
      left: 4.5px;
    }
  }
`
