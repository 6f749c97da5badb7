import { useEffect, useRef, useState } from 'react'

/** `amount` as it is shown: it runs to a new value, or jumps where less motion is asked for. */
export function useTweened(amount: number): number {
  const [shown, setShown] = useState(amount)
  const from = useRef(amount)

  useEffect(() => {
    if (from.current === amount) return undefined
    const show = (next: number) => {
      from.current = next
      setShown(next)
    }
    if (matchMedia('(prefers-reduced-motion:reduce)').matches) {
      show(amount)
      return undefined
    }
    const stopped = new AbortController()
    run(from.current, amount, show, stopped.signal).catch(() => show(amount))
    return () => stopped.abort()
  }, [amount])

  return shown
}

async function run(from: number, to: number, show: (amount: number) => void, stopped: AbortSignal) {
  const { tweenTotal } = await import('./total.motion.ts')
  if (stopped.aborted) return
  stopped.addEventListener('abort', tweenTotal(from, to, show))
}
