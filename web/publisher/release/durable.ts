import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, messageOf } from '../../../api/contract/operational-error.ts'

/** Suffix of a file that is being written: such a file is of no use to anybody else. */
export const TEMP_SUFFIX = '.new'

/** Where the new bytes of a file are written. A dot file, which servers of the folder skip. */
export function tempFileOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}${TEMP_SUFFIX}`)
}

/** The bytes of a file, as a text, or in parts that need not be joined. */
export type FileData = string | Uint8Array | Uint8Array[]

/** Writes an open file. A disk that is nearly full takes a part, and says so only when it is to take the rest. */
export async function writeAll(handle: FileHandle, data: FileData): Promise<void> {
  if (!Array.isArray(data)) return handle.writeFile(data)
  const { bytesWritten } = await handle.writev(data)
  const length = data.reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (bytesWritten < length) await handle.writeFile(Buffer.concat(data).subarray(bytesWritten))
}

/**
 * Writes a file that is read again after a start: a power cut leaves its old bytes or its new ones, never a part
 * of them. When it throws, the old ones are there and nothing else is.
 */
export async function writeDurably(file: string, data: FileData): Promise<void> {
  const temp = tempFileOf(file)
  await mkdir(path.dirname(file), { recursive: true })
  try {
    const handle = await open(temp, 'w')
    try {
      await writeAll(handle, data)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temp, file)
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw error
  }
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

/** Waits until the disk has a folder and all that is in it. */
export async function flushFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await flush(path.join(entry.parentPath, entry.name))
  await flush(folder)
}
