import { expect, test } from 'vitest'
import { createRateLimit, createSharedRateLimit } from '../../../api/http/rate-limit.ts'

test('a minute begins with the first post of an address, and a new one after it', async () => {
  let at = 0
  const limit = createRateLimit(2, { now: () => at })
  expect([await limit('a'), await limit('a'), await limit('b')]).toEqual([undefined, undefined, undefined])
  at = 20_500
  expect(await limit('a')).toBe(40)
  at = 59_999
  expect(await limit('a')).toBe(1)
  at = 60_000
  expect([await limit('a'), await limit('a'), await limit('a')]).toEqual([undefined, undefined, 60])
})

test('a million addresses take no more memory than the bound', async () => {
  const limit = createRateLimit(1, { maxKeys: 1_000 })
  const before = heap()
  for (let count = 0; count < 1_000_000; count += 1) await limit(`2001:db8:${count}::/64`)
  expect(heap() - before).toBeLessThan(60 * 1024 * 1024)
  // The last are counted, the first were forgotten.
  expect(await limit('2001:db8:999999::/64')).toBe(60)
  expect(await limit('2001:db8:0::/64')).toBeUndefined()
})

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

test('while the shared counts can’t be asked, each node counts for itself', async () => {
  const limit = createSharedRateLimit(2, {
    name: 'posts',
    salt: () => Promise.resolve('salt'),
    count: () => Promise.reject(new Error('no answer in time')),
  })
  expect([await limit('a'), await limit('a'), await limit('a')]).toEqual([undefined, undefined, 60])
})

test('addresses whose minute is over are forgotten as others come', async () => {
  let at = 0
  const limit = createRateLimit(1, { maxKeys: 3, now: () => at })
  for (const address of ['a', 'b']) await limit(address)
  at = 60_000
  await limit('c')
  at = 60_001
  await limit('d')
  // Both fit beside the two that are counted now, so neither pushed them out.
  expect([await limit('c'), await limit('d')]).toEqual([60, 60])
})
