import { whenShown } from '../browser/when.ts'

/** Key of the outbox in local storage. */
export const OUTBOX_KEY = 'outbox'

/**
 * Sends what earlier pages could not: once this page is shown, when it comes back from the cache,
 * and when the network returns. `load` fetches the code that sends, only when something waits.
 */
export function startOutbox(load: () => Promise<{ sendQueued: () => unknown }>): void {
  const sendWaiting = () => {
    try {
      if (OUTBOX_KEY in localStorage) load().then(({ sendQueued }) => sendQueued(), console.warn)
    } catch {
      // Where storage is forbidden, nothing waits in it.
    }
  }
  whenShown(sendWaiting)
  addEventListener('online', sendWaiting)
  addEventListener('pageshow', ({ persisted }) => persisted && sendWaiting())
}
