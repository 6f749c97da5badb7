import { useEffect, useRef } from 'react'

/** Marks the history entry of a dialog. */
const MARK = 'dialog'

interface ClosedByBack {
  open: boolean
  /** Back does nothing. */
  locked: boolean
  onClose: () => void
}

/**
 * Makes the browser's Back close a dialog: while that is open, the history has an entry for it, which is removed when
 * the dialog closes another way.
 */
export function useBackToClose({ open, locked, onClose }: ClosedByBack): void {
  const latest = useRef({ locked, onClose })
  useEffect(() => {
    latest.current = { locked, onClose }
  })

  useEffect(() => {
    if (!open) return undefined
    // An entry that a reload, or a return from another site, left behind is used again.
    if (!(MARK in state())) history.pushState({ ...state(), [MARK]: true }, '')
    const leave = () => {
      if (MARK in state()) return
      if (latest.current.locked) history.forward()
      else latest.current.onClose()
    }
    addEventListener('popstate', leave)
    return () => {
      removeEventListener('popstate', leave)
      if (MARK in state()) history.back()
    }
  }, [open])
}

function state(): object {
  const current: unknown = history.state
  return typeof current === 'object' && current !== null ? current : {}
}
