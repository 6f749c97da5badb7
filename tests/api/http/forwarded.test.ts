import { expect, test } from 'vitest'
import { makeRoot, serve, type Served } from '../support/child.ts'

const FORWARDED = { 'x-real-ip': '203.0.113.9' }

/** Asks each in turn, and gives how often the log spoke of a proxy by then. */
async function warnings(
  served: Served,
  asked: readonly [string, Record<string, string>][],
  words = 'Forwarded addresses are ignored',
): Promise<number[]> {
  const url = await served.url()
  const counts: number[] = []
  for (const [path, headers] of asked) {
    await (await fetch(url + path, { headers })).arrayBuffer()
    counts.push(served.lines.filter((line) => line.includes(words)).length)
  }
  served.child.kill('SIGTERM')
  await served.exit
  return counts
}

test('an unconfigured proxy is reported once, whatever it asks for', async () => {
  const node = ['/v1/users/me', { 'x-forwarded-for': '203.0.113.9' }] as [string, Record<string, string>]
  const page = ['/', FORWARDED] as [string, Record<string, string>]
  const api = ['/api/health', { via: '1.1 front' }] as [string, Record<string, string>]
  expect(await warnings(serve(makeRoot()), [['/', {}], node, page, page, api])).toEqual([0, 0, 1, 1, 1])
})

test('a configured proxy is not reported', async () => {
  const env = { TRUST_PROXY: '1', LAKE_TOKEN: 'a-token-of-enough-characters' }
  expect(await warnings(serve(makeRoot(), { env }), [['/', FORWARDED]])).toEqual([0])
})

function through(hops: string): [string, Record<string, string>] {
  return ['/', { 'x-forwarded-for': hops }]
}

test('a proxy that is counted but not there is reported once: what it would have added, visitors write', async () => {
  const env = { TRUST_PROXY: '2', LAKE_TOKEN: 'a-token-of-enough-characters' }
  const asked = ['8.8.8.8, 10.0.0.2', '1.1.1.1, 8.8.8.8, 10.0.0.2', '8.8.8.8', '8.8.8.8'].map(through)
  const words = 'fewer proxies than TRUST_PROXY says (2)'
  expect(await warnings(serve(makeRoot(), { env }), asked, words)).toEqual([0, 0, 1, 1])
})
