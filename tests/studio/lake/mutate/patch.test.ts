import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import { startLake } from '../fixture.ts'

type Patch = ReturnType<SanityClient['patch']>

const at = (path: string) => (patch: Patch) => patch.splice(path, 1, 0, ['X'])

async function startLists() {
  const { client } = await startLake()
  const list = ['a', 'b', 'c', 'd']
  return {
    client,
    /** What is in the list, or of another field, once that was done to [a, b, c, d]. */
    after: async (change: (patch: Patch) => Patch, fields: Record<string, unknown> = {}) => {
      await client.createOrReplace({ _id: 'lists', _type: 'pillar', list, ...fields })
      await change(client.patch('lists')).commit()
      return (await client.getDocument('lists'))?.['list'] as unknown
    },
  }
}

test.each([
  [
    [2, 0, ['X']],
    ['a', 'b', 'X', 'c', 'd'],
  ],
  [
    [0, 0, ['X']],
    ['X', 'a', 'b', 'c', 'd'],
  ],
  [
    [4, 0, ['X', 'Y']],
    ['a', 'b', 'c', 'd', 'X', 'Y'],
  ],
  [
    [9, 1, ['X']],
    ['a', 'b', 'c', 'd', 'X'],
  ],
  [
    [1, 2, ['X']],
    ['a', 'X', 'd'],
  ],
  [[0, 4, ['X']], ['X']],
  [
    [2, 9],
    ['a', 'b'],
  ],
  [
    [2, 0],
    ['a', 'b', 'c', 'd'],
  ],
  [[1], ['a']],
  [[0], []],
  [
    [1, -1, ['X']],
    ['a', 'X'],
  ],
  [
    [-1, 1, ['X']],
    ['a', 'b', 'c', 'X'],
  ],
  [[-1], ['a', 'b', 'c']],
  [[-9], []],
] as const)(
  "Sanity's client splices as arrays do: splice(list, ...%j)",
  async ([start, count, items], list) => {
    const { after } = await startLists()
    expect(await after((patch) => patch.splice('list', start, count, items && [...items]))).toEqual(list)
  },
)

test('items replace a range of an array that is empty, nested, or made by the same patch', async () => {
  const { client, after } = await startLists()
  expect(await after((patch) => patch.splice('list', 0, 0, ['X']), { list: [] })).toEqual(['X'])
  expect(await after((patch) => patch.set({ list: ['n'] }).splice('list', 1, 0, ['X']))).toEqual(['n', 'X'])

  const rows = [
    { _key: 'one', list: ['a', 'b'] },
    { _key: 'two[', list: ['c'] },
  ]
  await after(at('rows[_key=="two["].list'), { rows })
  expect(await client.fetch('*[_id == "lists"][0].rows[].list')).toEqual([
    ['a', 'b'],
    ['c', 'X'],
  ])
  await expect(after(at('rows[0:2].list'), { rows })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('leads to arrays of different lengths: name one of them'),
  })
  await expect(after((patch) => patch.insert('replace', 'list[0:0,1]', ['X']))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('replace one alone'),
  })
})

test('a range that ends at 0 is empty, and what it leads to stays as it is', async () => {
  const { after } = await startLists()
  const all = ['a', 'b', 'c', 'd']
  expect(await after((patch) => patch.unset(['list[0:0]']))).toEqual(all)
  expect(await after((patch) => patch.set({ 'list[0:0]': 'X' }))).toEqual(all)
  expect(await after((patch) => patch.unset(['list[-2:]']))).toEqual(['a', 'b'])
})

test('a change of a text that somebody emptied meanwhile begins with none', async () => {
  const { client } = await startLake()
  const items = [{ _key: 'one' }, { _key: 'two', text: 'old' }]
  await client.create({ _id: 'emptied', _type: 'pillar', items })
  const changed = async (path: string) => {
    await client.patch('emptied', { diffMatchPatch: { [path]: '@@ -0,0 +1,3 @@\n+new\n' } }).commit()
    return await client.getDocument('emptied')
  }
  expect(await changed('title')).toMatchObject({ title: 'new' })
  expect(await changed('items[_key=="one"].text')).toMatchObject({
    items: [{ text: 'new' }, { text: 'old' }],
  })
  // What the text was in is gone, too: nothing is made for it.
  const before = await client.getDocument('emptied')
  for (const path of ['seo.title', 'title.text', 'items[2].text', 'items[_key=="three"].text'])
    expect(await changed(path)).toEqual({
      ...before,
      _rev: expect.any(String),
      _updatedAt: expect.any(String),
    })
})

test('an invalid path is refused, and so is an invalid patch', async () => {
  const { client } = await startLake()
  for (const patch of [
    { set: { 'title and more': 1 } },
    { set: { 'title[': 1 } },
    { set: { [`title${'.a'.repeat(2000)}`]: 1 } },
    { unset: ['items[_key == "a]'] },
    { unset: 'title' },
    { set: ['title'] },
    { insert: { items: [] } },
  ])
    await expect(client.mutate([{ patch: { id: 'home', ...patch } }] as never)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('Mutation 0 cannot be applied: '),
    })
})
