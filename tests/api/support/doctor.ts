import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../support/lake.ts'

/** Runs the command with these settings alone, as this user or another. */
export function runDoctor(
  settings: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'api/cli/doctor.ts')],
      { env, ...user },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr })
      },
    )
  })
}

/** What is in a folder, each with when it was last written to. */
export function filesIn(dataDir: string): [string, number][] {
  return readdirSync(dataDir).map((name) => [name, statSync(path.join(dataDir, name)).mtimeMs])
}
