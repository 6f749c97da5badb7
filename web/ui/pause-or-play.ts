import { css } from 'styled-components'

/** Of the icons in a button, first pause, then play, shows the one that says what a press does. */
export const pauseOrPlay = css`
  &[data-paused] svg:first-child,
  &:not([data-paused]) svg:last-child {
    display: none;
  }
`
