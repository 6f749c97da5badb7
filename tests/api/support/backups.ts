import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../support/lake.ts'
import { newSiteFolder, removeSiteFolder } from '../../support/own-site.ts'

const folders: string[] = []

/** A folder of a server's, until `removeFolders`. */
export function newFolder(): string {
  const folder = newSiteFolder()
  folders.push(folder)
  return folder
}

export function removeFolders(): void {
  folders.forEach(removeSiteFolder)
}

/** Runs the command on a folder of a server's. */
export async function run(command: 'backup' | 'restore', folder: string, args: string[], databaseUrl = '') {
  const env = {
    ...process.env,
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    DATABASE_URL: databaseUrl,
  }
  return promisify(execFile)(process.execPath, [`api/cli/${command}.ts`, ...args], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout, warned: stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr, warned: '' }),
  )
}
