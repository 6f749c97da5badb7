/**
 * An idempotency key: 36 random hexadecimal digits. `crypto.randomUUID`, which is as long, is missing where a site is
 * served over plain HTTP.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
