import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../studio/tools/ask.ts'
import { listenHere } from '../../support/listen.ts'

const PAGE = '<html><title>502 Bad Gateway</title></html>'
const AWAY = 'The site’s server does not answer. Try again in a moment.'

/** What the Studio's page is told when something at its origin answers so. */
async function answered(listener: RequestListener, signal?: AbortSignal): Promise<string> {
  const origin = await listenHere(createServer(listener))
  // Outside of a browser, an address needs its origin.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => fetch(origin + path, init))
  onTestFinished(() => void vi.unstubAllGlobals())
  return ask('/people', { token: undefined, ...(signal && { signal }) }).then(
    (answer) => JSON.stringify(answer),
    (error: Error) => (error.name === 'AbortError' ? error.name : error.message),
  )
}

test('a refusal is told in the words of the site’s server', async () => {
  const refusal = JSON.stringify({ detail: 'Ask an administrator.' })
  expect(await answered((_, response) => response.writeHead(403).end(refusal))).toBe('Ask an administrator.')
})

test('a proxy’s answer and a lost connection become a sentence for editors', async () => {
  expect(await answered((_, response) => response.writeHead(502).end(PAGE))).toBe(
    'The site’s server answered 502. Try again in a moment.',
  )
  expect(await answered((_, response) => response.writeHead(200).end(PAGE))).toBe(AWAY)
  expect(await answered((request) => request.socket.destroy())).toBe(AWAY)
})

test('an aborted request stays an abort', async () => {
  const asked = new AbortController()
  const listener: RequestListener = () => asked.abort()
  expect(await answered(listener, asked.signal)).toBe('AbortError')
})
