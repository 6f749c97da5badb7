import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tempFileOf } from './durable.ts'

/**
 * Replaces a file, which may be a hard link: its other names keep the old bytes. Leaves nothing half-written when it
 * throws.
 */
export async function replaceFile(file: string, data: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temp = tempFileOf(file)
  try {
    await writeFile(temp, data)
    await rename(temp, file)
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw error
  }
}

/** The same, synchronously: for many files in a folder that nobody serves yet. */
export function replaceFileNow(file: string, data: string | Buffer): void {
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
