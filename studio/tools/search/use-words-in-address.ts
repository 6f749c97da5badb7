import { useEffect, useEffectEvent, useState } from 'react'
import { useRouter } from 'sanity/router'

/** How long typing must pause before the address follows: browsers refuse more than some changes a second. */
const TYPED_MS = 300

const NAME = 'find'

interface WordsInAddress {
  words: string
  setWords: (words: string) => void
  /** Puts them into the address at once, for who leaves by a link. */
  keep: () => void
}

/** What is looked for. It is in the address, so that it is there again when an editor comes back from a place. */
export function useWordsInAddress(): WordsInAddress {
  const { state, navigate } = useRouter()
  const { _searchParams: params = [] } = state
  const [, found = ''] = params.find(([name]) => name === NAME) ?? []
  const [words, setWords] = useState(found)
  const [seen, setSeen] = useState(found)
  const [written, setWritten] = useState(found)
  if (found !== seen) {
    setSeen(found)
    // A link or the way back: what is written from here is older than what was typed meanwhile.
    if (found !== written) {
      setWritten(found)
      setWords(found)
    }
  }
  function keep(given: string): void {
    const typed = given.trim() === '' ? '' : given
    if (typed === written) return
    setWritten(typed)
    navigate(typed === '' ? {} : { _searchParams: [[NAME, typed]] }, { replace: true })
  }
  const keepTyped = useEffectEvent(keep)

  useEffect(() => {
    const timer = window.setTimeout(() => keepTyped(words), TYPED_MS)
    return () => window.clearTimeout(timer)
  }, [words])

  return { words, setWords, keep: () => keep(words) }
}
