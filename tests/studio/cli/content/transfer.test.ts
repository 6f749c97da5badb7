import { expect, test } from 'vitest'
import { localDataset, type Dataset } from '../../../../studio/cli/content/datasets.ts'
import { transfer } from '../../../../studio/cli/content/transfer.ts'
import { startLake } from '../../lake/fixture.ts'

const options = { dryRun: false, force: false, progress: () => undefined, say: () => undefined }

/** What differs: `home` is changed in the source, `faq-one` too, and `new` is new. */
async function startPair() {
  const [here, there] = [await startLake(), await startLake()]
  await here.client.patch('home').set({ title: 'Mine' }).commit()
  await here.client.patch('faq-one').set({ title: 'Also mine' }).commit()
  await here.client.create({ _id: 'new', _type: 'pillar', title: 'Mine' })
  return {
    source: { ...localDataset(here.url, {}), name: 'the source' },
    target: { ...localDataset(there.url, {}), name: 'the target' },
  }
}

/** The dataset in which somebody edits as soon as it was read so many times. */
function editedAfter({ client, ...dataset }: Dataset, reads: number, edit: () => Promise<unknown>): Dataset {
  const read = client.fetch.bind(client)
  let left = reads
  const fetch = async (query: string, params = {}): Promise<unknown> => {
    const found: unknown = await read(query, params)
    if (--left === 0) await edit()
    return found
  }
  return { ...dataset, client: Object.assign(client.clone(), { fetch }) }
}

const EDITS: Record<string, (dataset: Dataset) => Promise<unknown>> = {
  'faq-one': ({ client }) => client.patch('faq-one').set({ title: 'Theirs' }).commit(),
  home: ({ client }) => client.delete('home'),
  new: ({ client }) => client.create({ _id: 'new', _type: 'pillar', title: 'Theirs' }),
}

const TITLES = '*[_id in ["faq-one", "home", "new"]] | order(_id) {_id, title}'

// It is read to be compared, and once more right before it is written.
test.each([
  ['faq-one', 1],
  ['faq-one', 2],
  ['home', 1],
  ['home', 2],
  ['new', 1],
  ['new', 2],
])('an edit of %s that comes while it is copied stays, after %i reads', async (id, reads) => {
  const { source, target } = await startPair()
  const edit = (): Promise<unknown> | undefined => EDITS[id]?.(target)
  let expected: unknown
  const edited = editedAfter(target, reads, async () => {
    await edit()
    expected = await target.client.fetch(TITLES)
  })
  await expect(transfer(source, edited, options)).rejects.toThrow(
    new RegExp(
      `^No document was written to the target: somebody edited ${id} there meanwhile\\. Run this again`,
      'u',
    ),
  )
  expect(expected).toBeDefined()
  expect(await target.client.fetch(TITLES)).toEqual(expected)
})

test('an edit that comes meanwhile is overwritten where that is told', async () => {
  const { source, target } = await startPair()
  const edited = editedAfter(target, 1, async () => EDITS['faq-one']?.(target))
  await transfer(source, edited, { ...options, force: true })
  expect(await target.client.fetch(TITLES)).toMatchObject([
    { title: 'Also mine' },
    { title: 'Mine' },
    { title: 'Mine' },
  ])
})
