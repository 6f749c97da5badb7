import type { ElementType } from 'react'
import { css, styled } from 'styled-components'
import { from } from '../theme/media.ts'
import { color, font, size, space } from '../theme/tokens.ts'

/** Hidden from sight, read by screen readers. */
export const hidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

export const Hidden = styled.span`
  ${hidden}
`

/** A section number, serial or source number: what a record is cited by. */
export const Serial = styled.span`
  color: ${color.signal};
  font-variant-numeric: tabular-nums;
`

export const Mono = styled.span`
  font-family: ${font.mono};
  font-size: ${size.micro};
  letter-spacing: 0;
`

/** The lines of a headline, each an element of its own, with the space between that a screen reader needs. */
export function HeadlineLines({ lines, as: Line = 'span' }: { lines: readonly string[]; as?: ElementType }) {
  return lines.map((line, i) => (
    <Line key={line}>
      {line}
      {i < lines.length - 1 && ' '}
    </Line>
  ))
}

const heading2 = css`
  font-size: ${size.h2};
  line-height: 1;
  letter-spacing: -0.034em;
`

export const Heading2 = styled.h2`
  ${heading2}
`

export const heading3 = css`
  font-size: ${size.h3};
  line-height: 1.15;
  letter-spacing: -0.015em;
`

export const Lead = styled.p`
  font-size: ${size.lead};
  line-height: 1.45;
  color: ${color.ink2};
  max-width: 36em;
  text-wrap: balance;
  break-inside: avoid;
  break-after: avoid;
`

export const Fine = styled.p`
  font-size: ${size.micro};
  color: ${color.ink3};
  margin-top: ${space.s4};
`

/** Under the heading of a docket section. */
export const Main = styled.div`
  > ${Lead} {
    margin-top: ${space.s5};
  }

  ${from.l} {
    grid-column: 4/13;
  }
`
