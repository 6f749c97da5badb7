/**
 * An idempotency key of 36 hexadecimal digits: the time, then random ones, so that a store writes the keys of one time
 * next to each other. `crypto.randomUUID` is missing where a site is served over plain HTTP.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return Date.now().toString(16).padStart(12, '0') + random.join('')
}
