import type { Delivery } from '../store/submissions/outbox.ts'

/** Delivers on one channel. */
export interface Sender {
  /** @throws AttemptFailed with a message that holds no personal data */
  send(delivery: Delivery): Promise<void>
  /** Rejects if the receiver takes no deliveries now, as far as that can be known without one. */
  check: () => Promise<unknown>
  close: () => void
}
