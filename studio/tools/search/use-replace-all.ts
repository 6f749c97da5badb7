import { useState } from 'react'
import { useClient } from 'sanity'
import { counted } from '../../../api/contract/amounts.ts'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { CLIENT } from '../../client-options.ts'
import type { FoundPlace } from './find-places.ts'
import type { Copy } from './use-copy.ts'
import { writeDrafts } from './write-drafts.ts'

/** Replacing in drafts, and what came of it. */
interface ReplaceAll {
  /** A sentence about the last time; undefined before it, and once it was dismissed. */
  said: { text: string; isFault: boolean } | undefined
  dismiss: () => void
  /** Whether it must not be begun now. */
  isWaiting: boolean
  replaceAll: (places: readonly FoundPlace[]) => Promise<void>
}

/**
 * Writes replacements into the drafts of their documents, one request at a time.
 * @param copy where the places were found
 */
export function useReplaceAll(copy: Copy[] | undefined): ReplaceAll {
  const client = useClient(CLIENT)
  const [said, setSaid] = useState<ReplaceAll['said']>()
  const [isWriting, setWriting] = useState(false)
  const [replacedIn, setReplacedIn] = useState<typeof copy>()

  async function replaceAll(places: readonly FoundPlace[]): Promise<void> {
    const documents = new Set(places.map(({ id }) => id)).size
    setWriting(true)
    try {
      await writeDrafts(client, places)
      setReplacedIn(copy)
      const text = `Replaced in ${counted(places.length, 'place')}, in the drafts of ${counted(documents, 'document')}. Nothing is published yet.`
      setSaid({ text, isFault: false })
    } catch (error) {
      setSaid({ text: messageOf(error), isFault: true })
    } finally {
      setWriting(false)
    }
  }

  return {
    said,
    dismiss: () => setSaid(undefined),
    // The list shows what was replaced a moment later: a second click until then would find its own drafts in the way.
    isWaiting: isWriting || (copy !== undefined && copy === replacedIn),
    replaceAll,
  }
}
