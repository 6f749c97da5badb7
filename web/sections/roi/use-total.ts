import { useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../browser/visible.ts'

/** Typing is over when nothing came for this long. */
const SETTLED_MS = 500

/** `amount` as it is shown: it counts to a new value, or changes at once where less motion is asked for. */
export function useTweened(amount: number): number {
  const [shown, setShown] = useState(amount)
  const from = useRef(amount)

  useEffect(() => {
    if (from.current === amount) return undefined
    const show = (next: number) => {
      from.current = next
      setShown(next)
    }
    if (prefersReducedMotion()) {
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

/** The last `text` that stayed unchanged for a while: a screen reader hears one total, not one for each key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  const [first] = useState(text)
  useEffect(() => {
    if (text === first && settled === '') return undefined
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text, first, settled])
  return settled
}
