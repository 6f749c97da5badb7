import { expect, test } from 'vitest'
import { SEED, startLake, writeSeed } from '../fixture.ts'

const MOST = 2_000_000
const tooLarge = {
  statusCode: 400,
  message: expect.stringMatching(
    /"large" would have about \d+ characters, and a document has 2000000 at most: make several of it, or upload a part as a file/u,
  ),
}

test('a document is as large as a query can still answer with others, however it gets there', async () => {
  const { client } = await startLake()
  await expect(
    client.create({ _id: 'large', _type: 'pillar', text: 'x'.repeat(MOST) }),
  ).rejects.toMatchObject(tooLarge)
  expect(await client.getDocument('large')).toBeUndefined()

  const part = 'x'.repeat(MOST / 2 - 200)
  for (const _id of ['large', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    await client.createOrReplace({ _id, _type: 'pillar', list: [part, part] })
  await expect(
    client
      .patch('large')
      .append('list', ['x'.repeat(500)])
      .commit(),
  ).rejects.toMatchObject(tooLarge)
  await expect(
    client
      .patch('large')
      .append(
        'list',
        Array.from({ length: 400 }, () => 1),
      )
      .commit(),
  ).rejects.toMatchObject(tooLarge)
  const all = await client.fetch<{ list: string[] }[]>('*[_type == "pillar"]')
  expect(all.map(({ list }) => list.length)).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
})

test('a document that is larger from before is read, made smaller and deleted, and never made larger', async () => {
  const large = { _id: 'large', _type: 'pillar', text: 'x'.repeat(MOST), note: 'Long' }
  const { client } = await startLake({ seedDir: writeSeed([...SEED, large]) })
  expect(await client.fetch('*[_id == "large"][0].note')).toBe('Long')
  await expect(
    client
      .patch('large')
      .set({ note: 'Longer '.repeat(10) })
      .commit(),
  ).rejects.toMatchObject(tooLarge)
  expect(await client.patch('large').set({ note: '' }).commit()).toMatchObject({ note: '' })
  await client.delete('large')
  expect(await client.getDocument('large')).toBeUndefined()
})
