interface Loop {
  /** Looks now, or once more after the look that is under way. */
  wake(): void
  /** The first look is over. */
  looked: Promise<void>
  ended: Promise<void>
}

interface LoopOptions {
  pauseMs: number
  /** What has to be over before the first look. */
  begun: Promise<unknown>
  signal: AbortSignal
}

/**
 * Looks again and again: at once where there was something, after a pause where there was nothing.
 * @param look resolves to whether there was something, and never rejects
 */
export function repeat(
  look: () => Promise<boolean | undefined>,
  { pauseMs, begun, signal }: LoopOptions,
): Loop {
  const first = Promise.withResolvers<void>()
  let isWoken = false
  let wakeUp: (() => void) | undefined

  async function run(): Promise<void> {
    await begun
    while (!signal.aborted) {
      isWoken = false
      const found = await look()
      first.resolve()
      if (!found && !isWoken && !signal.aborted) await pause()
    }
    first.resolve()
  }
  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  function wake(): void {
    isWoken = true
    wakeUp?.()
  }
  signal.addEventListener('abort', wake)
  return { wake, looked: first.promise, ended: run() }
}
