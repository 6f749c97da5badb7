import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitWhenInterrupted, refuseTemporary } from '../../../api/cli/command.ts'

/**
 * Gives this process a temporary folder of its own, which is removed when it ends, even when interrupted: unpacked
 * archives hold drafts, and so do the files that Sanity's export writes.
 */
export function ownTemporaryFolder(): void {
  const folder = makeFolder()
  process.env['TMPDIR'] = folder
  // Files still being written at the interruption may appear in between.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  exitWhenInterrupted()
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'content-'))
  } catch (error) {
    return refuseTemporary(error)
  }
}
