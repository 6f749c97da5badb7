import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { diskFaultOf } from '../contract/disk-fault.ts'
import { OperationalError } from '../contract/operational-error.ts'
import { refuseTemporary } from './command.ts'
import { removedAtExit } from './removed-at-exit.ts'

/**
 * Does work in a temporary folder, which is removed afterwards, even when interrupted: a copy of the content holds
 * drafts, and who is signed in.
 * @throws OperationalError if the system's folder for those takes no more
 */
export async function inTemporaryFolder<Value>(
  prefix: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), prefix)).catch(refuseTemporary)
  using _ = removedAtExit(folder.path)
  try {
    return await work(folder.path)
  } catch (error) {
    const fault = diskFaultOf(error)
    if (fault === undefined) throw error
    throw new OperationalError(
      `the disk of the temporary folder ${tmpdir()} ${fault}, or set TMPDIR to another folder.`,
      { cause: error },
    )
  }
}
