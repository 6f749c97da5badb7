/** A refused request, in the shape that Sanity's clients expect. */
export class LakeError extends Error {
  override readonly name = 'LakeError'
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504 | 507
  readonly type: string
  readonly details: Record<string, unknown>

  constructor(
    status: LakeError['status'],
    type: string,
    description: string,
    details: Record<string, unknown> = {},
  ) {
    super(description)
    this.status = status
    this.type = type
    this.details = details
  }

  toJSON(): Record<string, unknown> {
    return {
      statusCode: this.status,
      error: { type: this.type, description: this.message, ...this.details },
    }
  }
}

/** The lake could not be opened. The message is a sentence for whoever started it. */
export class LakeStartError extends Error {
  override readonly name = 'LakeStartError'
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether an error says that a disk has no room left, in the system's words or in SQLite's. */
export function isDiskFull(error: unknown): boolean {
  return FULL.has(errorCode(error) ?? '') || messageOf(error) === 'database or disk is full'
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The code of an error of the system, such as `ENOENT`; undefined where it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
