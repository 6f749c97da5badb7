import { useEffect, useState } from 'react'

/** So long, who types pauses between two words. */
const TYPED_MS = 250

/** What was typed, once its writer pauses. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(typed), TYPED_MS)
    return () => window.clearTimeout(timer)
  }, [typed])
  return settled
}
