import type { Delivery } from '../store/submissions/outbox.ts'

/** Takes one kind of delivery to where it belongs. */
export interface Sender {
  /** @throws AttemptFailed with a message that holds no personal data */
  send(delivery: Delivery): Promise<void>
  /** Whether the other side takes deliveries now, as far as can be known without one: rejects when it does not. */
  check: () => Promise<unknown>
  close: () => void
}
