import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DATA_FILES } from './contract/data-files.ts'
import { errorCode, OperationalError } from './contract/operational-error.ts'

/** Makes the folder of a setting where it is missing. @throws OperationalError when it can't be written to */
export function checkWritable(folder: string, setting: 'DATA_DIR' | 'DIST_DIR' = 'DATA_DIR'): void {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    makeFolder(folder)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new OperationalError(
      `${setting} ${folder} can't be written to${codeIn(error)}: make it writable, or set ${setting} to a folder that is.`,
      { cause: error },
    )
  }
}

/** `mkdir` with `recursive` never returns below /proc, where a missing parent can't be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Names of our files begin with these. SQLite names its `-wal` and `-shm` after their database. */
const OURS = [...Object.values(DATA_FILES), 'lake.']

const OTHERS_BITS = 0o077
const STICKY_BIT = 0o1000

/**
 * Closes the folder and our files in it to other users, whatever an earlier version or a `mkdir` left open. A umask
 * would do so for new files, but it holds for the whole process, and web servers have to read `dist`: if that is below
 * the folder, others may pass through and see nothing else. Returns a warning for each file that could not be closed.
 */
export function closeToOthers(folder: string, dist: string): string[] {
  const warnings: string[] = []
  const passed = !path.relative(folder, dist).startsWith('..')
  // A sticky folder, such as /tmp, is shared: closing it would lock everybody else out.
  if (modeOf(folder) & STICKY_BIT)
    return [`DATA_DIR ${folder} is shared with others: set DATA_DIR to a folder of this server's own.`]
  close(folder, passed ? 0o711 : 0o700, warnings)
  for (const name of namesIn(folder).filter(isOurs)) {
    const file = path.join(folder, name)
    if (file !== dist) close(file, name === 'assets' ? 0o700 : 0o600, warnings)
  }
  return warnings
}

function isOurs(name: string): boolean {
  return name === 'assets' || OURS.some((start) => name.startsWith(start))
}

function close(file: string, mode: number, warnings: string[]): void {
  try {
    if (modeOf(file) & OTHERS_BITS & ~mode) chmodSync(file, mode)
  } catch (error) {
    warnings.push(
      `Others on this machine can reach ${file}, and it can't be closed${codeIn(error)}: chmod go= it.`,
    )
  }
}

/** The system's code of an error, in brackets, where it has one. */
function codeIn(error: unknown): string {
  const code = errorCode(error)
  return code === undefined ? '' : ` (${code})`
}

/** None if the folder can't be listed: then nobody else lists it either. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** 0 for a file that is gone by now: there is nothing to close. */
function modeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mode ?? 0
}
