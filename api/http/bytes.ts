/**
 * Reads a body of at most `limit` bytes. A length that is announced is looked at first; without one, what
 * comes is counted. What is too large is never held in memory; `cut` is a body that ended early, or did not
 * arrive within the server's time limit.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | 'too large' | 'cut'> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > limit) return 'too large'
  // Node lets no more bytes through than were announced, so there is nothing to count.
  if (announced !== null)
    return request.arrayBuffer().then(
      (bytes) => (bytes.byteLength > limit ? 'too large' : new Uint8Array(bytes)),
      () => 'cut',
    )
  return request.body === null ? new Uint8Array() : count(request.body, limit)
}

async function count(body: ReadableStream<Uint8Array>, limit: number): ReturnType<typeof readBytes> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > limit) return 'too large'
      chunks.push(value)
    }
  } catch {
    return 'cut'
  } finally {
    // The stream is left as it is: to cancel it would cut the connection before the answer is out.
    reader.releaseLock()
  }
}
