import { styled } from 'styled-components'
import { screenOnly } from '../theme/print.ts'
import { color, duration, ease } from '../theme/tokens.ts'

/** The icon of a native disclosure: a plus that turns into a minus while its `<details>` is open. `$size` is in px. */
export const Plus = styled.i.attrs({ 'aria-hidden': true })<{ $size: number }>`
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  position: relative;
  flex: none;
  ${screenOnly}

  &::before,
  &::after {
    content: '';
    position: absolute;
    inset: ${({ $size }) => $size / 2 - 1}px 0 auto;
    height: 2px;
    background: ${color.ink};
    transition: transform ${duration.state} ${ease.out};
  }

  &::after {
    transform: rotate(90deg);
  }

  [open] > summary > &::after {
    transform: none;
  }
`
