import { useEffect } from 'react'

/**
 * Runs `poll` at once, every `everyMs` while the tab is in sight, and as soon as it is in sight again. Single requests
 * and no stream: a browser keeps six connections to a server, for all tabs of the Studio together. One that takes
 * longer is waited for, as what a slow server still looks for would pile up there.
 * @param poll begins anew when it is another function; its signal is aborted when nobody waits for its answer any more;
 * undefined while nothing is to be asked
 */
export function usePolling(
  poll: ((signal: AbortSignal) => Promise<void>) | undefined,
  everyMs: number,
): void {
  useEffect(() => {
    if (!poll) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    let isAsked = false
    const look = (): void => {
      if (document.hidden || isAsked) return
      isAsked = true
      void poll(signal).finally(() => (isAsked = false))
    }
    const timer = window.setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look, { signal })
    look()
    return () => {
      stopping.abort()
      window.clearInterval(timer)
    }
  }, [poll, everyMs])
}
