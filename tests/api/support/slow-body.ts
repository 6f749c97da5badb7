/** A body whose first byte arrives at once, and all others after something else has happened. */
export function slowBody(body: object, meanwhile: () => Promise<unknown>): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(body))
  return new ReadableStream(
    {
      start: (sending) => sending.enqueue(bytes.subarray(0, 1)),
      pull: async (sending) => {
        await meanwhile()
        sending.enqueue(bytes.subarray(1))
        sending.close()
      },
    },
    { highWaterMark: 0 },
  )
}
