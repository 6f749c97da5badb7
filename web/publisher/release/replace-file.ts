import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

/** Suffix of a file that is being written: such a file is of no use to anybody else. */
export const TEMP_SUFFIX = '.new'

/** What a file is to contain: a text, UTF-8, or parts of it that need not be joined. */
export type FileData = string | Uint8Array | Uint8Array[]

/**
 * Replaces a file, which may be a hard link: its other names keep the old bytes. Leaves nothing half-written when it
 * throws.
 * @param flush whether the disk has to have the bytes before they get the file's name
 */
export async function replaceFile(file: string, data: FileData, { flush = false } = {}): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temp = tempFileOf(file)
  try {
    const handle = await open(temp, 'w')
    try {
      await writeAll(handle, data)
      if (flush) await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temp, file)
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw error
  }
}

/** The same, synchronously: for many files in a folder that nobody serves yet. */
export function replaceFileNow(file: string, data: Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const temp = tempFileOf(file)
  try {
    writeFileSync(temp, data)
    renameSync(temp, file)
  } catch (error) {
    rmSync(temp, { force: true })
    throw error
  }
}

/** Where the new bytes of a file are written. A dot file, which servers of the folder skip. */
function tempFileOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}${TEMP_SUFFIX}`)
}

/** A disk that is nearly full takes a part, and says so only when it is to take the rest. */
async function writeAll(handle: FileHandle, data: FileData): Promise<void> {
  if (!Array.isArray(data)) return handle.writeFile(data)
  const { bytesWritten } = await handle.writev(data)
  const length = data.reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (bytesWritten < length) await handle.writeFile(Buffer.concat(data).subarray(bytesWritten))
}
