import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileShim, hasCompiler } from './shim.ts'

/** A folder whose disk can be made to refuse, and to take writes again. */
export interface BadDisk {
  /** What a process needs in its environment to meet that disk. */
  env: Record<string, string>
  refuse(): void
  recover(): void
  remove(): void
}

const canMount = ((): boolean => {
  if (process.platform !== 'linux') return false
  const folder = mkdtempSync(path.join(tmpdir(), 'mount-'))
  const mounted = mount(folder, 1)
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return mounted
})()

/** Whether disks can be made to refuse here: by a mount of their own, or by failing calls. */
export const hasBadDisks = canMount || hasCompiler

/** The kinds of refusal, by the error that writers meet. */
export const REFUSALS = ['full', 'read-only', 'failing'] as const

const ERRORS = { full: 28, 'read-only': 30, failing: 5 }

/**
 * Puts what is in a folder on a disk that refuses on demand: a full one is a small file system that is filled up,
 * where this process may mount one; the others, whose files stay open, are failing system calls.
 */
export function badDisk(folder: string, kind: (typeof REFUSALS)[number], megabytes: number): BadDisk {
  if (kind === 'full' && canMount) return smallDisk(folder, megabytes)
  const flag = path.join(mkdtempSync(path.join(tmpdir(), 'disk-')), 'error')
  return {
    env: { LD_PRELOAD: compileShim('failing-disk'), FAILING_DISK: folder, FAILING_DISK_ERROR: flag },
    refuse: () => writeFileSync(flag, String(ERRORS[kind])),
    recover: () => rmSync(flag),
    remove: () => undefined,
  }
}

function smallDisk(folder: string, megabytes: number): BadDisk {
  const content = `${folder}-content`
  renameSync(folder, content)
  mkdirSync(folder)
  if (!mount(folder, megabytes)) throw new Error(`No disk could be mounted at ${folder}.`)
  cpSync(content, folder, { recursive: true, verbatimSymlinks: true })
  const filler = path.join(folder, 'filler')
  return {
    env: {},
    refuse: () => fill(filler),
    recover: () => rmSync(filler),
    remove: () => void spawnSync('umount', ['--lazy', folder]),
  }
}

function mount(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0
}

function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (;;) writeSync(handle, Buffer.alloc(4_096))
  } catch {
    closeSync(handle)
  }
}
