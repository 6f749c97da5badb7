import { useEffect } from 'react'

/**
 * Gives the focus back to what had it before a dialog, when the dialog closes: Sanity's own leave it nowhere, so that
 * the keyboard begins at the top of the page again.
 */
export function useFocusAfterDialogs(): void {
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

    document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      observer.disconnect()
    }
  }, [])
}
