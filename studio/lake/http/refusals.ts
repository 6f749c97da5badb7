import { errorCode, isDiskFull, LakeError, messageOf } from '../errors.ts'

/** A failing disk fails every request, so each cause is logged once in this time. In ms. */
const TOLD_EVERY_MS = 3_600_000

/**
 * Answers with what went wrong: this is the one place where errors become responses.
 * @param now in ms, from a monotonic clock
 */
export function createRefuse(now: () => number = () => performance.now()): (error: unknown) => Response {
  /** When each disk failure was last logged. */
  const told = new Map<string | number, number>()

  function tellOnce(cause: string | number, error: unknown): void {
    const last = told.get(cause)
    if (last !== undefined && now() - last < TOLD_EVERY_MS) return
    told.set(cause, now())
    const reason = isDiskFull(error) ? 'its disk is full. Free some space.' : messageOf(error)
    console.error(`The content lake cannot read or write its folder: ${reason}`)
  }

  function refusalOf(error: unknown): LakeError {
    if (error instanceof LakeError) return error
    const cause = diskCauseOf(error)
    if (cause === undefined) {
      console.error('The content lake failed at a request:', error)
      return new LakeError(500, 'internalError', 'The local content lake failed; its log says why.')
    }
    tellOnce(cause, error)
    const description =
      'The content cannot be stored right now: its disk is full or fails. Nothing was changed.'
    return new LakeError(503, 'storageUnavailable', description, { retryAfter: 5 })
  }

  return (error) => {
    const refusal = refusalOf(error)
    const { retryAfter } = refusal.details
    const wait = typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}
    return Response.json(refusal, {
      status: refusal.status,
      headers: { 'cache-control': 'no-store', ...wait },
    })
  }
}

// SQLite's results for a disk that is read-only, fails, or is full, and a file that can't be opened.
const DISK_RESULTS = new Set([8, 10, 13, 14])
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** SQLite's result or the system's code of a disk failure; undefined for other errors. */
function diskCauseOf(error: unknown): string | number | undefined {
  if (error instanceof Error && 'errcode' in error) {
    const result = Number(error.errcode) % 256
    return DISK_RESULTS.has(result) ? result : undefined
  }
  const code = errorCode(error)
  return code !== undefined && DISK_CODES.has(code) ? code : undefined
}
