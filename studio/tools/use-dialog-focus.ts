import { useEffect } from 'react'

const TAKES_FOCUS = 'a[href], button:enabled, input:enabled, textarea:enabled'

/**
 * Gives the focus back to what had it before a dialog, when the dialog closes: Sanity's own leave it nowhere, so that
 * the keyboard begins at the top of the page again. Gives it to a dialog that opened without it, as one of a part that
 * was just duplicated by mouse, once Escape is pressed, which closes only a dialog that has it.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    /** Open dialogs, the innermost last, each with what had the focus before it. */
    const openers = new Map<Element, HTMLElement | undefined>()
    let last: HTMLElement | undefined

    const observer = new MutationObserver(() => {
      const closed = [...openers].filter(([dialog]) => !dialog.isConnected)
      for (const [dialog] of closed) openers.delete(dialog)
      if (openers.size === 0) observer.disconnect()
      const opener = closed.map(([, one]) => one).findLast((one) => one?.isConnected)
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    })

    function onFocusIn({ target }: FocusEvent): void {
      // A menu is gone once something of it was chosen. Sanity gives the focus to its button first.
      if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return
      const dialog = target.closest('[role="dialog"]')
      if (dialog && !openers.has(dialog)) {
        openers.set(dialog, last)
        observer.observe(document.body, { childList: true, subtree: true })
      }
      last = target
    }

    function onKeyDown({ key }: KeyboardEvent): void {
      if (key !== 'Escape' || document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
      dialog?.querySelector<HTMLElement>(TAKES_FOCUS)?.focus({ preventScroll: true })
    }

    document.addEventListener('focusin', onFocusIn)
    // Before Sanity's own listener, which looks where the focus is.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true })
      document.removeEventListener('focusin', onFocusIn)
      observer.disconnect()
    }
  }, [])
}
