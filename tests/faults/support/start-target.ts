import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const file = new URL('target.ts', import.meta.url)

/** A running target. `kill` returns when the process is gone. */
export interface Target {
  url: string
  child: ChildProcess
  output: () => string
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the forms API on a data folder, and waits until it listens. */
export async function startTarget(dataDir: string, env: Record<string, string> = {}): Promise<Target> {
  const child = fork(file, {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const exit = once(child, 'exit')
  const [message]: [{ url: string }] | [number] = (await Promise.race([
    once(child, 'message'),
    exit,
  ])) as never
  if (typeof message !== 'object') throw new Error(`The target did not start:\n${text}`)

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    child.kill(signal)
    await exit
  }
  return { url: message.url, child, output: () => text, kill }
}
