import type { KeyboardEvent } from 'react'
import { styled } from 'styled-components'
import { print } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'

interface AmountInputProps {
  id: string
  /** Ids of what says more of it. */
  describedBy: string
  prefix: string | undefined
  unit: string | undefined
  text: string
  isUnreadable: boolean
  onChange: (text: string) => void
  /** Called when the field loses the focus. */
  onSettle: () => void
  onStep: (direction: 1 | -1) => void
}

/** An amount as it is typed, between its prefix and its unit. */
export function AmountInput({
  id,
  describedBy,
  prefix,
  unit,
  text,
  isUnreadable,
  onChange,
  onSettle,
  onStep,
}: AmountInputProps) {
  function stepByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }

  return (
    <Value>
      <Amount>
        {prefix}
        <Sizer data-text={text}>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            size={1}
            aria-describedby={describedBy}
            aria-invalid={isUnreadable}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onSettle}
            onKeyDown={stepByKey}
          />
        </Sizer>
      </Amount>
      <Unit>{unit}</Unit>
    </Value>
  )
}

const Value = styled.span`
  display: grid;
  grid-template-columns: minmax(52px, max-content) 1fr;
  gap: 7px;
  border-inline: 1px solid ${color.rule};
  min-width: 128px;
  padding-right: 10px;
  align-items: baseline;
  font-variant-numeric: tabular-nums;

  /* An outline around the input alone would cut into its prefix and unit. */
  &:has(:focus-visible) {
    outline: 3px solid ${color.ink};
    outline-offset: -3px;

    input {
      outline: 0;
    }
  }

  ${print} {
    border: 0;
  }
`

const Amount = styled.span`
  display: flex;
  justify-content: flex-end;
  align-items: baseline;
  padding-left: 10px;
  font-weight: 600;
  font-size: 1.25rem;
`

/**
 * As wide as what is typed, where the row has room: a width in a style attribute would be refused by the policy. The
 * input reaches 24 px further to the left, so that a finger finds a single digit.
 */
const Sizer = styled.span`
  display: inline-grid;
  max-width: 19ch;
  min-width: 1ch;

  &::after {
    content: attr(data-text);
    grid-area: 1/1;
    visibility: hidden;
    white-space: pre;
    overflow: hidden;
  }

  input {
    grid-area: 1/1;
    width: 0;
    min-width: calc(100% + 24px);
    height: 50px;
    margin-left: -24px;
    padding: 0 0 0 24px;
    border: 0;
    background: none;
    font-weight: 600;
    line-height: 50px;
    text-overflow: ellipsis;
  }
`

const Unit = styled.span`
  color: ${color.ink3};
  font-size: ${size.small};
  white-space: nowrap;
`
