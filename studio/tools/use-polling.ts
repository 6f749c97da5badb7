import { useEffect } from 'react'

/**
 * Runs `poll` at once, every `everyMs` while the tab is in sight, and as soon as it is in sight again. Single requests
 * and no stream: a browser keeps six connections to a server, for all tabs of the Studio together.
 * @param poll begins anew when it is another function; its signal is aborted when nobody waits for its answer any more;
 * undefined while nothing is to be asked
 */
export function usePolling(poll: ((signal: AbortSignal) => unknown) | undefined, everyMs: number): void {
  useEffect(() => {
    if (!poll) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    const look = (): void => {
      if (!document.hidden) poll(signal)
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
