import { once } from 'node:events'
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createConnections } from '../../../api/http/connections.ts'
import { listen } from '../../../api/http/http-server.ts'
import { sendRaw } from '../../faults/support/raw.ts'
import { eventually } from '../../support/eventually.ts'
import { listenHere } from '../../support/listen.ts'

async function newServer(listener: RequestListener): Promise<string> {
  const listening = await listen(listener, { port: 0, host: '127.0.0.1', headers: new Map() })
  onTestFinished(() => listening.drain(0))
  return listening.url
}

const requestOf = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

/** So many on one connection, none of which waits for the answer to the one before. */
function ahead(count: number): string {
  return requestOf('/').repeat(count - 1) + requestOf('/', 'connection: close\r\n')
}

test('sixteen pending requests on a connection are answered, more end it', async () => {
  const waiting: ServerResponse[] = []
  const url = await newServer((_, response) => void waiting.push(response))
  const fits = sendRaw(url, [ahead(16)])
  await eventually(() => expect(waiting).toHaveLength(16))
  for (const response of waiting.splice(0)) response.end('Here.')
  expect((await fits).statuses).toEqual(Array<number>(16).fill(200))

  const flood = await sendRaw(url, [ahead(5_000)])
  expect([flood.statuses, flood.closed]).toEqual([[], true])
  expect(waiting.length).toBeLessThanOrEqual(16)
  expect(waiting.every(({ destroyed }) => destroyed)).toBe(true)
})

test('sixteen quick requests may be pipelined, a flood ends the connection', async () => {
  let asked = 0
  const url = await newServer((_, response) => {
    asked += 1
    response.end('Here.')
  })
  expect((await sendRaw(url, [ahead(16)])).statuses).toEqual(Array<number>(16).fill(200))
  asked = 0
  expect((await sendRaw(url, [ahead(2_000)])).closed).toBe(true)
  expect(asked).toBeLessThanOrEqual(16)
})

test('any number may come one after the other', async () => {
  const url = await newServer((_, response) => void response.end('Here.'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ports = new Set<number | undefined>()
  for (let count = 0; count < 100; count += 1) {
    const sent = get(url, { agent })
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    ports.add(sent.socket?.localPort)
    await once(answer.resume(), 'end')
  }
  expect(ports.size).toBe(1)
})

/** A server that has room for four connections, and answers nobody unless it is said how. */
async function newSmallServer(
  // Part of an answer, as of one whose reader takes nothing more of it.
  answer = (response: ServerResponse): unknown => response.write('.'),
) {
  const connections = createConnections(4)
  const asked: string[] = []
  const server = createServer((incoming, response) => {
    connections.begin(incoming.socket, response)
    answer(response)
    asked.push(incoming.url ?? '')
  })
  server.on('connection', (socket) => connections.add(socket))
  const url = await listenHere(server)

  function request(path: string, localAddress: string): Socket {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined).resume()
    onTestFinished(() => void socket.destroy())
    socket.write(requestOf(path))
    return socket
  }
  async function ask(path: string, localAddress: string): Promise<Socket> {
    const socket = request(path, localAddress)
    await isAsked(path)
    return socket
  }
  async function isAsked(path: string): Promise<void> {
    await eventually(() => expect(asked).toContain(path))
  }
  async function isRefused(path: string, localAddress: string): Promise<void> {
    const socket = request(path, localAddress)
    await eventually(() => expect(socket.closed).toBe(true))
    expect(asked).not.toContain(path)
  }
  return { ask, isAsked, isRefused }
}

const [VISITOR, GREEDY, OTHER] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

test('without idle connections, the client with the most gives up its oldest', async () => {
  const { ask, isRefused } = await newSmallServer()
  const visitor = await ask('/first', VISITOR)
  const greedy = [await ask('/a', GREEDY), await ask('/b', GREEDY), await ask('/c', GREEDY)]
  const other = await ask('/second', OTHER)
  await eventually(() => expect(greedy.map(({ closed }) => closed)).toEqual([true, false, false]))
  await isRefused('/d', GREEDY)
  expect([visitor, other, ...greedy.slice(1)].map(({ closed }) => closed)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('of idle connections, the one that has been idle for longest makes room', async () => {
  const { ask, isAsked } = await newSmallServer((response) => response.end('.'))
  const sockets = [await ask('/a', VISITOR)]
  for (const path of ['/b', '/c', '/d']) sockets.push(await ask(path, VISITOR))
  // The oldest is used once more.
  sockets[0]?.write(requestOf('/again'))
  await isAsked('/again')
  await ask('/e', OTHER)
  await eventually(() => expect(sockets.map(({ closed }) => closed)).toEqual([false, true, false, false]))
})

test('a crowd with one connection each keeps them, and latecomers are refused', async () => {
  const { ask, isRefused } = await newSmallServer()
  const crowd = [
    await ask('/a', VISITOR),
    await ask('/b', GREEDY),
    await ask('/c', OTHER),
    await ask('/d', '127.0.0.5'),
  ]
  await isRefused('/e', '127.0.0.6')
  expect(crowd.map(({ closed }) => closed)).toEqual([false, false, false, false])
})
