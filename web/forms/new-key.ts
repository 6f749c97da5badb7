/**
 * An idempotency key: 36 hexadecimal digits, the time and then random ones, as a store writes keys that sort as they
 * come side by side. `crypto.randomUUID`, which is as long, is missing where a site is served over plain HTTP.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return Date.now().toString(16).padStart(12, '0') + random.join('')
}
