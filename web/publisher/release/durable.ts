import { open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, messageOf } from '../../../api/contract/operational-error.ts'
import { replaceFile, type FileData } from './replace-file.ts'

/**
 * Writes a file that is read again after a start: a power cut leaves its old bytes or its new ones, never a part
 * of them. When it throws, the old ones are there and nothing else is.
 */
export async function writeDurably(file: string, data: FileData): Promise<void> {
  await replaceFile(file, data, { flush: true })
  await flush(path.dirname(file))
}

/**
 * The value in a JSON file, if `isWhole` accepts it. A file that is cut short or something else counts as absent, so
 * that it is made anew; the log names it.
 */
export async function readWhole<Value>(
  file: string,
  isWhole: (value: unknown) => value is Value,
): Promise<Value | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) sayUnreadable(file, messageOf(error))
    return undefined
  })
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isWhole(value)) return value
    sayUnreadable(file, 'it is not what was written there')
  } catch (error) {
    sayUnreadable(file, messageOf(error))
  }
  return undefined
}

/** Logs that a file counts as absent, and why. */
export function sayUnreadable(file: string, reason: string): void {
  console.warn(`${file} can't be used (${reason}): it counts as absent and is made anew.`)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Waits until the disk has a file's bytes, or the names in a folder. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files that are flushed at a time: a disk takes them in one go, and one after the other took ten times as long. */
const AT_ONCE = 8

/** Waits until the disk has a folder and all that is in it, but not what links in it lead to. */
export async function flushFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const own = entries.filter((entry) => !entry.isSymbolicLink())
  for (let start = 0; start < own.length; start += AT_ONCE)
    await Promise.all(
      own.slice(start, start + AT_ONCE).map(({ parentPath, name }) => flush(path.join(parentPath, name))),
    )
  await flush(folder)
}
