import { spawn } from 'node:child_process'

/**
 * Builds the pages in a process of its own, so that a build's memory is gone afterwards and posts are
 * answered meanwhile. Its output passes through. Returns whether it succeeded; aborting stops it.
 */
export async function buildSite(
  command: readonly [string, ...string[]],
  { cwd, env, signal }: { cwd: string; env: Record<string, string>; signal: AbortSignal },
): Promise<boolean> {
  const [file, ...args] = command
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (!signal.aborted) console.error(`The site could not be built: ${error.message}.`)
      resolve(false)
    })
    child.once('exit', (code) => resolve(code === 0))
  })
}
