import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { root } from '../../support/lake.ts'

/** Root lends another user's rights; anyone else has few enough. */
export const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Copies what a clone has, without its packages, as the image is made of it. */
export function copySources(to: string): void {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(root))
    if (!ignored.includes(name) && !name.startsWith('.vite-react-ssg-temp'))
      cpSync(path.join(root, name), path.join(to, name), { recursive: true })
}

/** As npm would: the packages of this checkout, without the network. */
export function linkPackages(to: string): void {
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), to])
}

/** Makes folders that the unprivileged user may write to, and lets it pass the one above them. */
export function giveFolders(above: string, folders: readonly string[]): void {
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  if (nobody.uid === undefined) return
  execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, ...folders])
  chmodSync(above, 0o755)
}

/** A server of a checkout, whose pages are served. */
export interface Started {
  child: ChildProcess
  url: string
  said: string[]
}

interface Run {
  cwd: string
  env: Record<string, string>
}

interface Start extends Run {
  /** Ends a server that is not waited for any more, or it would keep its port from the next. */
  signal?: AbortSignal
}

/** Starts a server as the unprivileged user, until its pages are served. */
export async function startServer(command: readonly string[], { cwd, env, signal }: Start): Promise<Started> {
  const [program = '', ...args] = command
  const ending = { signal, killSignal: 'SIGKILL' } as const
  const child = spawn(program, args, { cwd, env, ...nobody, ...ending, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const lines = createInterface(child.stdout)
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      const found = /"msg":"Site {4}(http:\S+)\/"/u.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(said.join('\n'))))
  })
  return { child, url, said }
}

/** Ends a server, and returns with how it ended. */
export async function endServer({ child }: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  child.kill(signal)
  return once(child, 'close')
}

/** Runs a program of a checkout to its end, as the unprivileged user. */
export function runProgram(program: string, args: readonly string[], { cwd, env }: Run) {
  return promisify(execFile)('node', [program, ...args], { cwd, env, ...nobody }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}
