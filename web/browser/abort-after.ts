/** A signal that aborts after `ms`. `AbortSignal.timeout` is missing in Safari 15. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException(`Given up after ${ms} ms.`, 'TimeoutError')), ms)
  return controller.signal
}
