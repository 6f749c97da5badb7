import { statSync } from 'node:fs'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import { errorCode, OperationalError } from '../contract/operational-error.ts'
import type { Env } from '../env-schema.ts'

/**
 * Refuses where the settings name a folder that no server stores in: a look must not create a store.
 * @param what is looked for there
 * @throws OperationalError if it holds none, or does not show what is in it, as a folder of another user
 */
export function requireStore({ DATABASE_URL, DATA_DIR }: Env, what: string): void {
  if (DATABASE_URL !== undefined) return
  const dataDir = path.resolve(DATA_DIR)
  if (!hasStore(dataDir))
    throw new OperationalError(
      `There are no ${what} in ${dataDir} yet: set DATA_DIR or DATABASE_URL as the server has it.`,
    )
}

function hasStore(dataDir: string): boolean {
  try {
    const found = statSync(path.join(dataDir, DATA_FILES.submissions), { throwIfNoEntry: false })
    return found !== undefined
  } catch (error) {
    throw new OperationalError(
      `The folder ${dataDir} can't be read (${errorCode(error)}): run this as the user of the server.`,
      { cause: error },
    )
  }
}
