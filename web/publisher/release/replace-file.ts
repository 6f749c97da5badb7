import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { tempFileOf, writeAll, type FileData } from './durable.ts'

/**
 * Replaces a file, which may be a hard link: its other names keep the old bytes. Leaves nothing half-written when it
 * throws.
 */
export async function replaceFile(file: string, data: FileData): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temp = tempFileOf(file)
  try {
    const handle = await open(temp, 'w')
    try {
      await writeAll(handle, data)
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
