import { useEffect, useRef, type FocusEventHandler, type RefObject } from 'react'

interface FocusKept<Target> {
  /** Gets the focus. */
  target: RefObject<Target | null>
  /** For an element that outlives what is in it. */
  within: { onFocus: FocusEventHandler; onBlur: FocusEventHandler }
}

/** Where what has the focus goes, as with a line of a list, `target` gets it: else the keyboard begins at the top again. */
export function useFocusKept<Target extends HTMLElement>(): FocusKept<Target> {
  const target = useRef<Target>(null)
  const isWithin = useRef(false)

  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body)
      target.current?.focus({ preventScroll: true })
  })

  // Of what React itself takes away it tells no blur.
  const onFocus = (): void => void (isWithin.current = true)
  const onBlur = (): void => void (isWithin.current = false)
  return { target, within: { onFocus, onBlur } }
}
