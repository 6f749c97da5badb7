/** The primary result codes of SQLite that are used here. Source: https://www.sqlite.org/rescode.html */
export const SQLITE = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const

/** What SQLite says of a damaged file, and of one that is no database. */
export const DAMAGED: ReadonlySet<number> = new Set([SQLITE.CORRUPT, SQLITE.NOTADB])

/** What SQLite says of a disk that is full, read-only or failing: the cause may be gone at the next try. */
const UNUSABLE: ReadonlySet<number> = new Set([SQLITE.READONLY, SQLITE.IOERR, SQLITE.FULL, SQLITE.CANTOPEN])

/** SQLITE_IOERR_SHMSIZE, an extended code whose message is that of a failing disk. */
const NO_ROOM_FOR_INDEX = 4_874

/** The primary result code of an error, which is the last byte of SQLite's own; 0 for an error that is not SQLite's. */
export function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : 0
}

/** Whether a file is damaged or no database. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.has(codeOf(error))
}

/** Whether a full disk is what keeps SQLite from reading: the first to open a database makes an index beside it. */
export function isTooFullToRead(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === NO_ROOM_FOR_INDEX
}

/** Whether a disk that is full, read-only or failing is what keeps SQLite from its work. */
export function isDiskFault(error: unknown): boolean {
  return UNUSABLE.has(codeOf(error))
}
