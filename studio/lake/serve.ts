import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Lake } from './lake.ts'

export type Served = { url: string; close: () => Promise<void> }

/** Listens for the lake alone on the loopback address, on a free port unless one is given. */
export async function serveLake(lake: Lake, port = 0): Promise<Served> {
  const answer = getRequestListener(lake.fetch)
  const server = createServer((request, response) => void answer(request, response))
  server.on('upgrade', (request, socket, head) => {
    if (!lake.upgrade(request, socket, head)) socket.destroy()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
