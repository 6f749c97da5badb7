import { LakeError } from '../errors.ts'

const IDLE_MS = 20_000
const WHOLE_MS = 5 * 60_000
const MB = 1_000_000

/**
 * The chunks of an upload.
 * @param limit the most bytes
 * @param idle how long to wait for each chunk, in ms
 * @throws LakeError 413 as soon as there are more, 408 when the sender stops, 400 when it leaves or sent nothing.
 */
export async function* uploadBody(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  idle: number = IDLE_MS,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  const end = performance.now() + WHOLE_MS
  let size = 0
  try {
    for (;;) {
      const chunk = reader?.read().catch(() => Promise.reject(stopped(400)))
      const { value } = (await inTime(chunk, Math.min(idle, end - performance.now()))) ?? {}
      if (value === undefined) break
      size += value.length
      if (size > limit)
        throw new LakeError(
          413,
          'payloadTooLarge',
          `The file is larger than ${Math.round(limit / MB)} MB, the most that can be uploaded.`,
        )
      yield value
    }
  } finally {
    // Ends what is left of the transfer; an error of that is of no use to anybody.
    reader?.cancel().catch(() => undefined)
  }
  if (size === 0) throw new LakeError(400, 'invalidBody', 'The upload is empty.')
}

function stopped(status: 400 | 408): LakeError {
  return new LakeError(status, 'incomplete', 'The upload stopped before it was whole. Upload the file again.')
}

async function inTime<Result>(work: Promise<Result> | undefined, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(stopped(408))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
