import { useId } from 'react'
import { styled } from 'styled-components'
import { InfoIcon } from '../../art/icons.tsx'
import type { Roi as RoiContent } from '../../content/content.ts'
import { below, hovering, print, scriptless } from '../../theme/media.ts'
import { color, radius, size } from '../../theme/tokens.ts'
import { fill } from '../../ui/fill.ts'
import { AmountInput } from './amount-input.tsx'
import { formatInput, parseAmount, readAmount, settledAmount } from './format.ts'
import { stepInput, type RoiInput } from './roi.ts'

interface RoiFieldProps {
  name: RoiInput
  content: RoiContent['inputs'][RoiInput]
  labels: Pick<RoiContent, 'about' | 'increase' | 'decrease' | 'unreadable'>
  /** What stands in the field, as typed. */
  text: string
  onChange: (text: string) => void
}

/** One input: a text field with a decimal keyboard between − and + buttons. */
export function RoiField({ name, content, labels, text, onChange }: RoiFieldProps) {
  const id = useId()
  const spoken = content.label.toLowerCase()
  const isUnreadable = readAmount(text) === undefined && text.trim() !== ''
  const step = (direction: 1 | -1) => onChange(formatInput(stepInput(name, parseAmount(text), direction)))
  // What can't be read stays as it is, so that it can be corrected.
  const settle = () => {
    if (!isUnreadable) onChange(formatInput(settledAmount(name, text)))
  }

  return (
    <Row>
      <div>
        <label htmlFor={id}>{content.label}</label>
        <Tip
          type="button"
          aria-label={fill(labels.about, { name: content.label })}
          data-tooltip={content.tip}
        >
          <InfoIcon />
        </Tip>
        <small id={`${id}hint`}>{content.hint}</small>
        <Fault id={`${id}fault`} aria-live="polite">
          {isUnreadable && labels.unreadable}
        </Fault>
      </div>
      <Stepper>
        <Step
          type="button"
          aria-label={fill(labels.decrease, { name: spoken })}
          data-tooltip=""
          onClick={() => step(-1)}
        >
          −
        </Step>
        <AmountInput
          id={id}
          describedBy={`${id}hint ${id}fault`}
          prefix={content.prefix}
          unit={content.unit}
          text={text}
          isUnreadable={isUnreadable}
          onChange={onChange}
          onSettle={settle}
          onStep={step}
        />
        <Step
          type="button"
          aria-label={fill(labels.increase, { name: spoken })}
          data-tooltip=""
          onClick={() => step(1)}
        >
          +
        </Step>
      </Stepper>
    </Row>
  )
}

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(8em, 1fr) auto;
  align-items: center;
  gap: 6px 20px;
  padding: 20px 0;
  border-top: 1px solid ${color.rule};

  &:last-child {
    border-bottom: 1px solid ${color.rule};
  }

  label {
    font-weight: 600;
    font-size: ${size.h4};
    line-height: 1.25;
    /* The button after the label sits in this padding, so that it never wraps to a line of its own. */
    padding-right: 32px;
  }

  small {
    display: block;
    font-size: ${size.small};
    color: ${color.ink3};
    margin-top: 2px;
  }

  ${below.xs} {
    grid-template-columns: 1fr;
  }

  ${print} {
    padding-block: 0;
  }
`

/* Always there, so that screen readers hear what appears in it; no gap while it is empty. */
const Fault = styled.small`
  && {
    color: ${color.ink};
    font-weight: 600;
  }

  &&:empty {
    margin: 0;
  }
`

const Tip = styled.button`
  position: relative;
  width: 28px;
  height: 28px;
  display: inline-grid;
  place-items: center;
  margin: -6px 0 -6px -28px;
  color: ${color.ink3};
  vertical-align: middle;

  &::before {
    content: '';
    position: absolute;
    inset: -8px;
  }

  &:hover {
    color: ${color.ink};
  }

  svg {
    width: 15px;
    height: 15px;
  }

  ${scriptless} {
    display: none;
  }
`

const Stepper = styled.div`
  display: flex;
  border: 1px solid ${color.rule2};
  border-radius: ${radius};
  background: ${color.sheet};

  ${below.xs} {
    justify-self: start;
  }

  ${print} {
    border: 0;
  }
`

const Step = styled.button`
  width: 48px;
  height: 52px;
  font-size: 1.375rem;
  line-height: 1;
  color: ${color.ink2};

  ${hovering} {
    &:hover {
      background: ${color.sunk};
    }
  }

  ${scriptless} {
    display: none;
  }
`
