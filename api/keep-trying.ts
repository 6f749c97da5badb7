import { setTimeout as wait } from 'node:timers/promises'

/**
 * Does the work until it succeeds, with a pause after each failure. Never rejects.
 * @param onFault gets each new reason, as a sentence
 * @param signal ends it
 */
export async function keepTrying(
  work: () => Promise<void>,
  { pauseMs, onFault, signal }: { pauseMs: number; onFault: (sentence: string) => void; signal: AbortSignal },
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    try {
      await work()
      return
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      if (sentence !== last) onFault(sentence)
      last = sentence
    }
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
