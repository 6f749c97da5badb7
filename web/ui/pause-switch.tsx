import { styled } from 'styled-components'
import { PauseIcon, PlayIcon } from '../art/icons.tsx'
import { reducedMotion } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import { color } from '../theme/tokens.ts'

interface PauseSwitchProps {
  label: string
  className?: string
}

/**
 * Pauses a decoration that would move for ever (WCAG 2.2.2). It is a checkbox, so that styles alone can follow it.
 * Under reduced motion nothing moves, and it is hidden.
 */
export function PauseSwitch({ label, className }: PauseSwitchProps) {
  return (
    <Switch className={className}>
      <input type="checkbox" aria-label={label} data-tooltip="" />
      <PauseIcon />
      <PlayIcon />
    </Switch>
  )
}

const Switch = styled.label`
  ${screenOnly}
  position: absolute;
  width: 44px;
  height: 44px;
  display: grid;
  place-items: center;
  color: ${color.ink3};

  &:hover {
    color: ${color.ink};
  }

  > * {
    grid-area: 1/1;
  }

  > input {
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  > svg {
    width: 12px;
    height: 12px;
    pointer-events: none;
  }

  > :checked + svg,
  > :not(:checked) ~ svg:last-child {
    display: none;
  }

  &:has(:focus-visible) {
    outline: 3px solid ${color.ink};
    outline-offset: -3px;
  }

  ${reducedMotion} {
    display: none;
  }
`
