import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startLake } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'

test('two hosts open no socket', async () => {
  const { url } = await startLake()
  const status = await new Promise((resolve) => {
    const names = ['host', 'localhost', 'host', 'evil.example']
    const upgrade = ['connection', 'upgrade', 'upgrade', 'websocket', 'sec-websocket-version', '13']
    const headers = [...names, ...upgrade, 'sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ==']
    const sent = httpRequest(`${url}/mux`, { headers }, (response) => resolve(response.statusCode))
    sent.on('upgrade', (_, socket) => resolve(socket.destroy() && 'open')).end()
  })
  expect(status).toBe(400)
})

test('a session that has ended takes its sockets along', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await startLake({ token: TOKEN })
  const signIn = async () => {
    const body = new URLSearchParams({ token: TOKEN })
    const answer = await fetch(`${url}/v1/auth/login/token`, { method: 'POST', body, redirect: 'manual' })
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const open = async (path: string, cookie: string) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers: { cookie } })
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    return socket
  }
  const lost = await signIn()
  const ended = [await open('/mux', lost), await open('/v1/socket/production', lost)]
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await fetch(`${url}/v1/auth/logout?all=true`, { method: 'POST', headers })).status).toBe(204)
  const live = await open('/v1/socket/production', await signIn())

  const closed = ended.map((socket) => once(socket, 'close'))
  const pinged = once(live, 'ping')
  // Less than proxies let a socket be silent.
  vi.advanceTimersByTime(25_000)
  await Promise.all([...closed, pinged])
  expect(live.readyState).toBe(WebSocket.OPEN)
})
