import { expect, test } from 'vitest'
import type { Picture } from '../../../../studio/lake/assets/transform.ts'
import { createPictureQueue } from '../../../../studio/lake/http/picture-queue.ts'
import { eventually } from '../../../support/eventually.ts'

/** A queue whose pictures are made when the test says so. */
function startQueue() {
  const queue = createPictureQueue()
  const begun: string[] = []
  const making = new Map<string, PromiseWithResolvers<Picture>>()
  const ask = (key: string, { address = '10.0.0.1', isTrusted = false, signal = never() } = {}) =>
    queue.make({
      key,
      reader: { address, isTrusted },
      signal,
      make: () => {
        const made = Promise.withResolvers<Picture>()
        begun.push(key)
        making.set(key, made)
        return made.promise
      },
    })
  /** The picture whose turn has come, which is to be made or to fail. */
  async function take(key: string): Promise<PromiseWithResolvers<Picture>> {
    const made = await eventually(() => making.get(key) ?? expect.fail(`${key} has not begun`))
    making.delete(key)
    return made
  }
  /** Makes these pictures, one after the other, as soon as each has its turn. */
  async function finish(...keys: string[]): Promise<void> {
    for (const key of keys) (await take(key)).resolve({ bytes: Buffer.from(key), type: 'image/png' })
  }
  return { ask, begun, take, finish }
}

function never(): AbortSignal {
  return new AbortController().signal
}

const statusOf = (asked: Promise<Picture>) =>
  asked.then(
    () => 200,
    ({ status }: { status: number }) => status,
  )

test('an editor passes all strangers, with a picture that they wait for as well', async () => {
  const { ask, begun, finish } = startQueue()
  const strangers = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(key))
  const editor = ask('d', { isTrusted: true })
  await finish('a', 'd')
  expect(String((await editor).bytes)).toBe('d')
  expect(begun.slice(0, 2)).toEqual(['a', 'd'])
  await finish('b', 'c', 'e')
  expect((await Promise.all(strangers)).map(({ bytes }) => String(bytes))).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(begun).toEqual(['a', 'd', 'b', 'c', 'e'])
})

test('addresses take turns, and none waits for the turn of another that asked for the same', async () => {
  const { ask, begun, finish } = startQueue()
  const many = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(key))
  const others = ['e', 'f'].map((key) => ask(key, { address: '10.0.0.2' }))
  await finish('a', 'e', 'b', 'f', 'c', 'd')
  await Promise.all([...many, ...others])
  expect(begun).toEqual(['a', 'e', 'b', 'f', 'c', 'd'])
})

test('a picture whose readers have all left is not made, one that anybody waits for is', async () => {
  const { ask, begun, finish } = startQueue()
  const leaving = new AbortController()
  const { signal } = leaving
  const first = ask('first')
  const left = [ask('left', { signal }), ask('left', { signal }), ask('wanted', { signal })]
  const stays = ask('wanted', { address: '10.0.0.2' })
  const last = ask('last')
  leaving.abort()
  expect(await Promise.all(left.map(statusOf))).toEqual([408, 408, 408])
  expect(await statusOf(ask('late', { signal }))).toBe(408)
  await finish('first', 'wanted', 'last')
  await Promise.all([first, stays, last])
  expect(begun).toEqual(['first', 'wanted', 'last'])

  const again = ask('left')
  await finish('left')
  expect(await statusOf(again)).toBe(200)
})

test('a failure reaches all who wait, and the next request tries again', async () => {
  const { ask, take, finish } = startQueue()
  const all = [ask('a'), ask('a', { address: '10.0.0.2' }), ask('a', { isTrusted: true })]
  const failing = await take('a')
  failing.reject(Object.assign(new Error('The picture is broken.'), { status: 400 }))
  expect(await Promise.all(all.map(statusOf))).toEqual([400, 400, 400])
  const next = [ask('a'), ask('b')]
  await finish('a', 'b')
  expect(await Promise.all(next.map(statusOf))).toEqual([200, 200])
})

test('an address waits for 120 pictures, all strangers for 500, and whoever leaves makes room', async () => {
  const { ask, finish } = startQueue()
  const leaving = Array.from({ length: 5 }, () => new AbortController())
  const fill = (of: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      statusOf(ask(`${of}-${index}`, { address: `10.0.0.${of}`, signal: leaving[of]?.signal })),
    )
  const waiting = fill(0, 120)
  await expect(ask('more', { address: '10.0.0.0' })).rejects.toMatchObject({
    status: 429,
    message: 'You wait for 120 pictures already. Try again when some are there.',
    details: { retryAfter: 3 },
  })
  waiting.push(...fill(1, 120), ...fill(2, 120), ...fill(3, 120), ...fill(4, 20))
  await expect(ask('more', { address: '10.0.1.1' })).rejects.toMatchObject({
    status: 503,
    message: 'Too many pictures are waited for already. Try again in a moment.',
    details: { retryAfter: 3 },
  })

  for (const of of leaving) of.abort()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([408]))
  const next = statusOf(ask('more', { address: '10.0.0.0' }))
  await finish('0-0', 'more')
  expect(await next).toBe(200)
})
