import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Makes the folder where it is missing. Returns a sentence when it can't be written to. */
export function dataDirFault(folder: string): string | undefined {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    makeFolder(folder)
    writeFileSync(probe, '')
    rmSync(probe)
    return undefined
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return `DATA_DIR ${folder} can't be written to${reason}: make it writable, or set DATA_DIR to a folder that is.`
  }
}

/** `mkdir` with `recursive` never returns below /proc, where a missing parent can't be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
