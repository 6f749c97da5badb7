import { expect, test } from 'vitest'
import type { Sender } from '../../../../studio/lake/http/caller.ts'
import { startLake } from '../fixture.ts'
import { ask, openSocket } from './any-headers.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const QUERY = '/v2025-02-19/data/query/production?query=count(*)'

const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
]

test.each(FORWARDING)('a request with %s is refused where editors need no token', async (name) => {
  const { url } = await startLake()
  const forwarded = { [name]: '8.8.8.8' }
  expect(await ask(url, QUERY, forwarded)).toBe(403)
  expect(await ask(url, '/v1/users/me', forwarded)).toBe(403)
  expect(await ask(url, '/v1/data/mutate/production', forwarded, 'POST')).toBe(403)
  expect(await openSocket(url, '/mux', forwarded)).toMatch(/403/)
  expect(await openSocket(url, '/v2022-06-30/socket/production', forwarded)).toMatch(/403/)
  expect(await ask(url, QUERY, {})).toBe(200)
})

test('a sender of whom the server knows that a proxy passed it on is refused, without a header that says so', async () => {
  const { lake } = await startLake()
  const address = `http://127.0.0.1${QUERY}`
  const sentBy = async (sender: Sender) => (await lake.fetch(new Request(address), sender)).status
  expect(await sentBy({ forwarded: true, address: '8.8.8.8' })).toBe(403)
  expect(await sentBy({ forwarded: false, address: '127.0.0.1' })).toBe(200)
})

test('a cookie that is not well-formed is a stranger’s, over HTTP and socket', async () => {
  const { url } = await startLake({ token: TOKEN })
  for (const value of ['%zz', '%', '%E0%A4%A', '"', '=', 'a'.repeat(4000), '\u00ff']) {
    for (const name of ['lake_session', 'lake_token']) {
      const cookie = `${name}=${value}; ${name}=${value}`
      expect(await ask(url, '/v1/users/me', { cookie })).toBe(401)
      expect(await openSocket(url, '/v1/socket/production', { cookie })).toMatch(/403/)
      expect(await openSocket(url, '/mux', { cookie })).toMatch(/403/)
    }
  }
  expect(await ask(url, '/v1/users/me', { authorization: `Bearer ${TOKEN}` })).toBe(200)
})
