import type { Delivery } from '../store/outbox.ts'

/** How an attempt ended. `permanent` means that no repeat can help; `error` holds no personal data. */
export type Attempt = { ok: true } | { ok: false; permanent: boolean; error: string }

/** Takes one kind of delivery to where it belongs. Never throws. */
export interface Sender {
  send(delivery: Delivery): Promise<Attempt>
  /** Whether the other side answers now: rejects when it does not. Absent where only a delivery can tell. */
  check?: () => Promise<unknown>
  close: () => void
}
