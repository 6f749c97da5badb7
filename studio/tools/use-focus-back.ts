import { useEffect, useState } from 'react'

/** Gives the focus back to what had it before a dialog: Sanity's own leaves it nowhere. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [before])
}
