import type { MouseEvent } from 'react'
import { css, styled } from 'styled-components'
import { onInk } from '../theme/forced.ts'
import { below } from '../theme/media.ts'
import { color, radius, size } from '../theme/tokens.ts'
import { TextButton } from '../ui/button.tsx'
import { hidden } from '../ui/text.tsx'

interface ChoiceProps {
  legend: string
  name: string
  options: readonly string[]
  /** Option that is checked at first. */
  defaultValue?: string
  disabled?: boolean
  /** Label of the button that clears the choice. */
  clear?: string
  /** A chosen option turns dark, in place of a dot beside it. */
  solid?: boolean
}

/** A choice between a few options: a real radio group, in a row. */
export function Choice(props: ChoiceProps) {
  const { legend, name, options, defaultValue, disabled, clear, solid } = props
  return (
    <Group disabled={disabled}>
      <legend>{legend}</legend>
      <Options $solid={solid === true}>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} defaultChecked={option === defaultValue} />
            {option}
          </label>
        ))}
      </Options>
      {clear && (
        <Clear type="button" onClick={clearChoice}>
          {clear}
        </Clear>
      )}
    </Group>
  )
}

/** The button goes with the choice, so the focus moves to the first option. */
function clearChoice({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const radios = currentTarget.closest('fieldset')?.querySelectorAll('input') ?? []
  for (const radio of radios) radio.checked = false
  radios[0]?.focus()
}

/* It is higher than a line of the legend, whose row must not grow with it. */
const Clear = styled(TextButton)`
  grid-area: 1/2;
  align-self: end;
  margin: -12px 0 0 16px;
  font-size: ${size.small};
`

const Group = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(50%, 1fr) auto;

  /* It keeps its room, so that the legend's lines stay as they are. */
  &:not(:has(:checked)) > ${Clear} {
    visibility: hidden;
  }

  legend {
    /* Only a legend that floats is an item of the grid. */
    float: left;
    font-weight: 600;
    font-size: 1rem;
    padding: 0;
    margin-bottom: 8px;
  }
`

const twoColumns = css`
  grid-template-columns: 1fr 1fr;

  label:nth-child(n + 3) {
    border-top: 1px solid ${color.rule};
  }

  label:nth-child(3) {
    border-left: 0;
  }
`

const dottedOptions = css`
  ${below.xs} {
    ${twoColumns}
  }
`

const solidOptions = css`
  input {
    ${hidden}
  }

  ${below.xxs} {
    ${twoColumns}
  }

  label {
    position: relative;
    cursor: pointer;

    ${below.xs} {
      font-size: 1rem;
    }
  }

  label:has(:checked) {
    background: ${color.ink};
    color: ${color.bg};
    ${onInk}
  }

  label:has(:focus-visible) {
    outline: 3px solid ${color.ink};
    outline-offset: 2px;
    z-index: 1;
  }
`

const Options = styled.div<{ $solid: boolean }>`
  grid-column: 1/-1;
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(max(25%, 3.4em), 1fr));
  border: 1px solid ${color.rule2};
  border-radius: ${radius};
  background: ${color.bg};

  label {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 50px;
    font-weight: 500;
    border-left: 1px solid ${color.rule};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  label:first-child {
    border: 0;
  }

  input {
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: ${color.signal};
  }

  ${({ $solid }) => ($solid ? solidOptions : dottedOptions)}
`
