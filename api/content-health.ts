import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { diskFaultOf } from './contract/disk-fault.ts'
import { errorCode, messageOf } from './contract/operational-error.ts'
import { createReadiness, type Readiness } from './http/health.ts'

/** Whether the content that this server holds can be edited. */
export interface ContentHealth {
  readiness(this: void): Promise<Record<string, Readiness>>
  /** What keeps it from being edited, in sentences. */
  faults(this: void): string[]
}

/** What a disk gives to a file at least: an empty one finds room on a full disk. */
const BLOCK = Buffer.alloc(4_096)

/**
 * Looks whether the folder of the content takes files. Posts tell nothing of it where they go to PostgreSQL.
 * @param options of `createReadiness`
 */
export function createContentHealth(
  dataDir: string,
  options?: Parameters<typeof createReadiness>[1],
): ContentHealth {
  const probe = path.join(dataDir, `.probe-content-${process.pid}`)
  let fault: string | undefined

  async function write(): Promise<void> {
    try {
      await writeFile(probe, BLOCK)
      fault = undefined
    } catch (error) {
      const why = diskFaultOf(error) ?? `takes no files (${errorCode(error) ?? messageOf(error)})`
      fault = `No content can be edited: the disk of DATA_DIR ${why}.`
      throw error
    } finally {
      await rm(probe, { force: true }).catch(() => undefined)
    }
  }
  return {
    readiness: createReadiness({ content: write }, options),
    faults: () => (fault === undefined ? [] : [fault]),
  }
}
