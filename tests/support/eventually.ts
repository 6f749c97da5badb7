import { vi } from 'vitest'

/** Waits until a check passes: as long as a busy machine needs, where vitest's own second is not enough. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 15_000 })
}
