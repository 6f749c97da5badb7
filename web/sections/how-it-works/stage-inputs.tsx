import { css, styled } from 'styled-components'
import { below, from, lowPhone, print } from '../../theme/media.ts'
import { size } from '../../theme/tokens.ts'
import { Chip, type ChipInput } from '../../ui/chip.tsx'

/** The fragments that an example starts with, all of one height. */
export function StageInputs({ inputs, label }: { inputs: readonly ChipInput[]; label: string }) {
  return (
    <Inputs data-part="inputs" aria-label={label}>
      {inputs.map((input, i) => (
        <Chip key={input.text} input={input} number={i + 1} part="input" />
      ))}
    </Inputs>
  )
}

/* On a phone a fragment is one run of text: its tool, then what was said there. */
const inline = css`
  position: relative;
  padding: 6px 26px 7px 10px;
  font-size: ${size.micro};
  line-height: 1.3;

  > b {
    display: inline;
    position: static;
    padding: 0;
    margin-right: 6px;

    img,
    svg {
      margin-right: 6px;
    }

    span {
      display: none;
    }

    sup {
      position: absolute;
      top: 9px;
      right: 10px;
    }
  }
`

const Inputs = styled.ul`
  display: grid;
  position: relative;

  > li {
    max-width: none;
    width: 100%;
    padding: 14px 16px;
    font-size: 1rem;
  }

  ${below.l} {
    grid-auto-rows: 1fr;
    gap: 16px;
  }

  ${below.s} {
    gap: 6px;

    > li {
      ${inline}
    }
  }

  ${lowPhone} {
    gap: 4px;

    > li {
      padding-block: 4px 5px;
    }
  }

  ${from.l} {
    height: 100%;
    grid-auto-rows: 1fr;
    align-items: center;
  }

  ${print} {
    display: block;

    > li + li {
      margin-top: 6pt;
    }
  }
`
