import { useEffect, useState } from 'react'

/** Typing is over when nothing came for this long, in ms. */
const SETTLED = 500

/** What `text` was when it last stood still: a screen reader hears one total, not every key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  const [first] = useState(text)
  useEffect(() => {
    if (text === first && settled === '') return undefined
    const timer = setTimeout(() => setSettled(text), SETTLED)
    return () => clearTimeout(timer)
  }, [text, first, settled])
  return settled
}
