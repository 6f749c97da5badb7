import { isOperational, messageOf } from '../../contract/operational-error.ts'
import { codeOf, SQLITE } from './sqlite-codes.ts'

/** Why the store failed, and whether the cause is its environment (disk, rights, network) and not the data. */
export interface StoreFault {
  message: string
  environmental: boolean
}

const SQLITE_CAUSES: Record<number, string> = {
  [SQLITE.BUSY]: 'is locked by another program: close what holds it.',
  [SQLITE.READONLY]: "can't be written to: make DATA_DIR writable again.",
  [SQLITE.IOERR]: "can't be read or written: check the disk that holds DATA_DIR.",
  [SQLITE.CORRUPT]: 'is damaged: put a whole copy in its place.',
  [SQLITE.FULL]: "can't grow, as its disk is full: free some space.",
  [SQLITE.CANTOPEN]: "can't be opened: make DATA_DIR writable again.",
  [SQLITE.NOTADB]: 'is no database: put a whole copy in its place.',
}

/** Classes of errors that another batch would not meet: a value, a constraint, a lock lost to another node. */
const POSTGRES_DATA_CLASSES = new Set(['22', '23', '40'])

/** Whether Postgres does not know this server's user, its password, or the database. */
export function isRefusal(error: unknown): boolean {
  return /^(?:28|3D)...$/u.test(String(fields(error).code))
}

/** Whether Postgres takes no changes, as a standby does not. */
export function isReadOnly(error: unknown): boolean {
  return fields(error).code === '25006'
}

const NAME_AUTHORITY =
  'name the certificate of its authority in DATABASE_URL, as ?sslmode=verify-full&sslrootcert=FILE'

/** What to do about errors of PostgreSQL and of the way there, by their codes, as their message goes on. */
const POSTGRES_ADVICE: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: NAME_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: NAME_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NAME_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NAME_AUTHORITY,
  '53100': 'free some space on its disk',
  '53300': 'raise its max_connections, or end what holds them',
}

/** Reads an error of either database. `place` names the database in the message. */
export function readFault(error: unknown, place: string): StoreFault {
  if (isOperational(error)) return { message: messageOf(error), environmental: true }
  const { errcode, code, words } = fields(error)
  if (typeof errcode === 'number') {
    const cause = SQLITE_CAUSES[codeOf(error)]
    if (cause) return { message: `The submissions in ${place}: the file ${cause}`, environmental: true }
    return { message: `The submissions in ${place}: SQLite says "${words}".`, environmental: false }
  }
  const environmental = !(typeof code === 'string' && POSTGRES_DATA_CLASSES.has(code.slice(0, 2)))
  return { message: `The submissions in ${place}: the database ${saidBy(error)}`, environmental }
}

/** What a database says, and what to do, as the sentence ends that begins with which one it is. */
export function saidBy(error: unknown): string {
  // PostgreSQL names the statement, and the fault is the same.
  if (isReadOnly(error)) return 'takes no changes (it is read-only): check that it leads to the primary.'
  const { words } = fields(error)
  const advice = adviceOn(error)
  return `says "${words}"${advice === undefined ? '' : `: ${advice}`}.`
}

/** What to do about an error of PostgreSQL, if that is known. */
export function adviceOn(error: unknown): string | undefined {
  if (isRefusal(error)) return 'check user, password and name of the database there'
  return POSTGRES_ADVICE[String(fields(error).code)]
}

/** Which of its files PostgreSQL had no room for. Each statement meets another, and the fault is the same. */
const OWN_FILE = /\s?["“„«](?:base|global|pg_\w+)\/[^"“”»]*["“”»]/u

function fields(error: unknown): { errcode: unknown; code: unknown; words: string } {
  if (!(error instanceof Error)) return { errcode: undefined, code: undefined, words: String(error) }
  const errcode = 'errcode' in error ? error.errcode : undefined
  const code = 'code' in error ? error.code : undefined
  return { errcode, code, words: error.message.replace(OWN_FILE, '') }
}
