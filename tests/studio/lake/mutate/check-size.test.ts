import { expect, test } from 'vitest'
import type { LakeDocument } from '../../../../studio/lake/document.ts'
import { checkSizes } from '../../../../studio/lake/mutate/check-size.ts'
import { createCorpus } from '../../../../studio/lake/store/corpus.ts'
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

test('all documents together are no larger than a start can read, and may be made smaller', () => {
  const own = { _type: 'pillar', _rev: 'a', _createdAt: '', _updatedAt: '' }
  const part = 'x'.repeat(1_900_000)
  const stored = Array.from({ length: 33 }, (_, index) => ({ ...own, _id: `large-${index}`, part }))
  const corpus = createCorpus(stored)
  const [first] = stored
  if (!first) throw new TypeError('There is none.')
  const change = (after: LakeDocument, before: LakeDocument | null) => () =>
    checkSizes(corpus, [{ id: after._id, before, after, mutations: [] }])
  const tooMuch = /^All documents together would be larger than 64 million characters/u
  expect(change({ ...own, _id: 'new', part }, null)).toThrow(tooMuch)
  // As few characters of JSON as that has, and as much memory as hundreds of thousands of them.
  expect(change({ ...own, _id: 'new', list: Array.from({ length: 80_000 }, () => []) }, null)).toThrow(
    tooMuch,
  )
  expect(change({ ...first, part: 'y'.repeat(1_900_000) }, first)).not.toThrow()
  corpus.drop(first._id)
  expect(change({ ...own, _id: 'new', part }, null)).not.toThrow()
})

test('a number counts as long as it is', async () => {
  const { client } = await startLake()
  const numbers = Array.from({ length: 150_000 }, () => 0.1234567890123456)
  await expect(client.create({ _id: 'large', _type: 'pillar', numbers })).rejects.toMatchObject(tooLarge)
})

test('a document that is larger from before is made smaller as a draft and as a version, and published', async () => {
  const list = Array.from({ length: 30 }, (_, index) => ({ _key: `k${index}`, text: 'x'.repeat(100_000) }))
  const { client } = await startLake({
    seedDir: writeSeed([...SEED, { _id: 'large', _type: 'pillar', list }]),
  })
  const ids = { draftId: 'drafts.large', publishedId: 'large' }
  const edit = (patch: object) =>
    client.action({ actionType: 'sanity.action.document.edit', ...ids, patch } as never)
  // As the Studio begins.
  await edit({ unset: ['_empty_action_guard_pseudo_field_'] })
  await edit({ unset: ['list[_key=="k3"]'] })
  await expect(
    edit({ insert: { after: 'list[-1]', items: [{ ...list[3], _key: 'k3-again' }] } }),
  ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('"drafts.large" would have') })
  await client.action({ actionType: 'sanity.action.document.publish', ...ids })
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'spring', publishedId: 'large', baseId: 'large' })
  await client.patch('versions.spring.large').unset(['list[0]']).commit()
  await client.releases.publish({ releaseId: 'spring' })
  expect(await client.fetch('count(*[_id == "large"][0].list)')).toBe(28)
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
