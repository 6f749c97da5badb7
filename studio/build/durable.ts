import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Writes a file that is read again after a start: a power cut leaves its old bytes or its new ones, never a part. */
export async function writeDurably(file: string, data: string): Promise<void> {
  const half = `${file}.new`
  try {
    const handle = await open(half, 'w')
    try {
      await handle.writeFile(data)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(half, file)
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined)
    throw error
  }
  await flush(path.dirname(file))
}

/** Waits until the disk has a folder and all that is in it. */
export async function flushFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await flush(path.join(entry.parentPath, entry.name))
  await flush(folder)
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
