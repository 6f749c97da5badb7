import { expect, onTestFinished, test } from 'vitest'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { sendRaw } from '../../faults/support/raw.ts'

const headers = new Map([['x-content-type-options', 'nosniff']])

/** A server that answers with the address of what it was asked. */
async function newServer(): Promise<string> {
  const listener = toListener(({ url }: Request) => new Response(url), headers)
  const listening = await listen(listener, { port: 0, host: '127.0.0.1', headers })
  onTestFinished(() => listening.drain(0))
  return listening.url
}

const request = (line: string, hosts: readonly string[]) =>
  `${line}\r\n${hosts.map((host) => `host: ${host}\r\n`).join('')}connection: close\r\n\r\n`

test('HTTP/1.0, which knows of no hosts, is answered without one', async () => {
  const { statuses, text } = await sendRaw(await newServer(), [request('GET /page HTTP/1.0', [])])
  expect(statuses).toEqual([200])
  expect(text).toContain('http://localhost/page')
})

test.each([
  ['no host in HTTP/1.1', 'GET / HTTP/1.1', []],
  ['two hosts', 'GET / HTTP/1.1', ['a', 'b']],
  ['two hosts in HTTP/1.0', 'GET / HTTP/1.0', ['a', 'b']],
  ['a host without a name', 'GET / HTTP/1.1', ['']],
  ['a host with a user', 'GET / HTTP/1.1', ['a@b']],
  ['a host with a path', 'GET / HTTP/1.1', ['a/b?c']],
  ['a host with a port that is none', 'GET / HTTP/1.1', ['a:99999']],
  ['a backslash in the path', 'GET /\\evil.test/ HTTP/1.1', ['a']],
  ['a whole address with a user', 'GET http://u@a/ HTTP/1.1', ['a']],
  ['a whole address with a password', 'GET http://:p@a/ HTTP/1.1', ['a']],
  ['no path', 'OPTIONS * HTTP/1.1', ['a']],
  ['no path to get', 'GET * HTTP/1.1', ['a']],
])('%s is refused as a problem, with the headers of every answer', async (_, line, hosts) => {
  const { statuses, text } = await sendRaw(await newServer(), [request(line, hosts)])
  expect(statuses).toEqual([400])
  expect(text).toMatch(/^content-type: application\/problem\+json\r$/imu)
  expect(text).toMatch(/^x-content-type-options: nosniff\r$/imu)
  expect(text).toContain('"status":400')
})
