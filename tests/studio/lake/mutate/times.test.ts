import { expect, test } from 'vitest'
import { SEED, startLake } from '../fixture.ts'

test('times of transactions never go back, so that an order by them is the order of the writes', async () => {
  const { client } = await startLake()
  const revisions: string[] = []
  for (let count = 0; count < 20; count++) {
    revisions.push((await client.patch('home').set({ count }).commit())._updatedAt)
  }
  expect(new Set(revisions).size).toBe(20)
  expect(revisions.toSorted()).toEqual(revisions)
  expect(SEED.some(({ _updatedAt }) => revisions.includes(String(_updatedAt)))).toBe(false)
})

test.each(['yesterday', '2026-13-01T00:00:00Z', '2026-01-31', 5])(
  'a time of creation that no client could show is refused: %j',
  async (time) => {
    const { client } = await startLake()
    const fields = { _id: 'one', _type: 'pillar', _createdAt: time as string }
    for (const attempt of [
      () => client.createOrReplace(fields),
      () => client.patch('faq-one').set({ _createdAt: time }).commit(),
    ])
      await expect(attempt()).rejects.toMatchObject({ statusCode: 400, message: /_createdAt is no time/u })
    expect(await client.getDocument('one')).toBeUndefined()
  },
)

test('a document keeps the time of creation that it comes with', async () => {
  const { client } = await startLake()
  const _createdAt = '2020-02-29T10:00:00.123+01:00'
  await client.create({ _id: 'one', _type: 'pillar', _createdAt })
  await client.patch('one').set({ title: 'Changed' }).commit()
  expect(await client.getDocument('one')).toMatchObject({ _createdAt, title: 'Changed' })
})
