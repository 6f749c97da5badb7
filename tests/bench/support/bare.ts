import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ask, type Answer } from './load.ts'

/** A whole answer; `headers` are names and values by turns. */
export interface ReadyAnswer {
  path: string
  status: number
  headers: string[]
  body: Uint8Array
}

const program = new URL('bare-server.ts', import.meta.url)
/** What Node says of the time and of the connection, each time by itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive'])

/**
 * What a server in Node can do at most: its own HTTP server in a process of its own, with the same answers as another
 * server's to the same requests, ready in memory.
 */
export async function startBareServer(
  like: string,
  requests: readonly Answer[],
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const answers = await Promise.all(requests.map((request) => readyAnswer(like, request)))
  const child = fork(program, { serialization: 'advanced' })
  child.send(answers)
  const [message] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${Number(message.port)}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function readyAnswer(url: string, { path, headers }: Answer): Promise<ReadyAnswer> {
  const { response, body } = await ask(url, path, headers)
  const raw = response.rawHeaders
  const own = raw.filter((_, at) => !OF_NODE.has(raw[at - (at % 2)]?.toLowerCase() ?? ''))
  return { path, status: response.statusCode ?? 0, headers: own, body }
}
