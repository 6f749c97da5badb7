import type { Delivery } from '../store/outbox.ts'

/** Takes one kind of delivery to where it belongs. */
export interface Sender {
  /** @throws AttemptFailed with a message that holds no personal data */
  send(delivery: Delivery): Promise<void>
  /** Whether the other side answers now: rejects when it does not. Absent where only a delivery can tell. */
  check?: () => Promise<unknown>
  close: () => void
}
