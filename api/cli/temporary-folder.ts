import { rmSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { diskFaultOf } from '../contract/disk-fault.ts'
import { OperationalError } from '../contract/operational-error.ts'
import { exitWhenInterrupted, refuseTemporary } from './command.ts'

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
  const remove = (): void => rmSync(folder.path, { recursive: true, force: true, maxRetries: 5 })
  process.on('exit', remove)
  const undo = exitWhenInterrupted()
  try {
    return await work(folder.path)
  } catch (error) {
    const fault = diskFaultOf(error)
    if (fault === undefined) throw error
    throw new OperationalError(
      `the disk of the temporary folder ${tmpdir()} ${fault}, or set TMPDIR to another folder.`,
      { cause: error },
    )
  } finally {
    undo()
    process.off('exit', remove)
  }
}
