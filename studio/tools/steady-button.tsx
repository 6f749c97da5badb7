import { Button, type ButtonProps } from '@sanity/ui'
import type { SyntheticEvent } from 'react'

type Props = ButtonProps & {
  /** It can't be pressed now. */
  isOff: boolean
}

/**
 * A button that keeps the focus while it can't be pressed: one that is disabled loses it, and the keyboard begins at
 * the top of the page again.
 */
export function SteadyButton({ isOff, onClick, style, ...props }: Props) {
  return (
    <Button
      {...props}
      {...(isOff && { 'aria-disabled': true })}
      style={isOff ? { ...style, opacity: 0.5 } : style}
      onClick={isOff ? refuse : onClick}
    />
  )
}

/** Also what Enter in a field asks of a form's button. */
function refuse(event: SyntheticEvent): void {
  event.preventDefault()
}
