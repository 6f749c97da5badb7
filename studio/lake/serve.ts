import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { LakeStartError, messageOf } from './errors.ts'
import type { Sender } from './http/caller.ts'
import { openLake, type Lake } from './lake.ts'
import { createSockets, isSocketPath } from './listen/sockets.ts'
import { acquireLock } from './lock.ts'

export interface Served {
  url: string
  close: () => Promise<void>
}

/** Listens for the lake alone on the loopback address, on a free port unless one is given. */
export async function serveLake(lake: Lake, port = 0): Promise<Served> {
  const sockets = createSockets(lake.fetch)
  const answer = getRequestListener((request, { incoming }) =>
    lake.fetch(request, senderOf(incoming as IncomingMessage)),
  )
  const server = createServer({ shouldUpgradeCallback: isSocket }, (request, response) => {
    void answer(request, response)
  })
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head, senderOf(request)))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      sockets.close()
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function isSocket({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && isSocketPath(url)
}

/** The peer of a connection. Whether a proxy is in between, the request's headers tell. */
export function senderOf({ socket }: IncomingMessage): Sender {
  return { forwarded: false, address: socket.remoteAddress ?? 'unknown' }
}

/** The lake as a program of its own, until it is stopped. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: 'lake-data' },
      seed: { type: 'string' },
      port: { type: 'string', default: '3333' },
    },
  })
  const lock = acquireLock(values.data)
  if (!lock.ok) throw new LakeStartError(lock.sentence)
  const token = process.env['LAKE_TOKEN'] || undefined
  const lake = await openLake({ dataDir: values.data, seedDir: values.seed, token })
  const { url, close } = await serveLake(lake, Number(values.port))
  lock.announce(url)
  console.info(`The content lake answers at ${url}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(lake.close).then(lock.release))
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(messageOf(error))
    process.exitCode = 1
  })
}
