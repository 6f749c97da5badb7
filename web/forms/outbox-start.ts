import { OUTBOX_KEY } from './outbox-key.ts'
import { whenShown } from '../browser/when.ts'

/**
 * Sends what earlier pages could not: once this page is shown, when it comes back from the cache,
 * and when the network returns. The code that sends is fetched only when something waits.
 */
export function startOutbox(): void {
  void whenShown().then(sendWaiting)
  addEventListener('online', sendWaiting)
  addEventListener('pageshow', (event) => {
    if (event.persisted) sendWaiting()
  })
}

function sendWaiting(): void {
  if (!isWaiting()) return
  import('./outbox.ts').then(
    ({ sendQueued }) => sendQueued(),
    (error: unknown) => console.warn(error),
  )
}

function isWaiting(): boolean {
  try {
    return localStorage.getItem(OUTBOX_KEY) !== null
  } catch {
    return false
  }
}
