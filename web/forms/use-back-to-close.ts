import { useEffect, useRef } from 'react'

/** Marks the history entry that a dialog adds. */
const MARK = 'dialog'

interface ClosedByBack {
  open: boolean
  /** Back leads nowhere. */
  locked: boolean
  onClose: () => void
}

/**
 * The browser's Back closes what is open: an entry of its own stands in the history as long as it
 * is. However else it closes, the entry is taken back.
 */
export function useBackToClose({ open, locked, onClose }: ClosedByBack): void {
  const latest = useRef({ locked, onClose })
  useEffect(() => {
    latest.current = { locked, onClose }
  })

  useEffect(() => {
    if (!open) return undefined
    // One that a reload, or the way back from another site, left in the history does as well.
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
