import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of its own at a folder, in memory. */
export interface SmallDisk {
  /** Takes all the space that is left. */
  fill(): void
  free(): void
  remove(): void
}

/** Whether this machine lets us mount one; tests that need it are skipped where it doesn't. */
export const canMount = mayMount()

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) return false
  execFileSync('umount', [folder])
  return true
}

/** @param files how many it has room for, whatever their size */
export function mountSmallDisk(folder: string, megabytes: number, files = 100_000): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${files}`, 'tmpfs', folder])
  const filler = path.join(folder, 'filler')

  function fill(): void {
    const file = openSync(filler, 'w')
    try {
      // The last blocks go one by one.
      for (const size of [1_048_576, 4_096]) fillWith(file, Buffer.alloc(size))
    } finally {
      closeSync(file)
    }
  }
  return {
    fill,
    free: () => rmSync(filler, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  }
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
