import { expect, test } from 'vitest'
import { importArchive } from '../../../../studio/cli/content/import-archive.ts'
import { startDataset, writeFolder } from './fixture.ts'

const options = {
  operation: 'createOrReplace',
  unused: true,
  progress: () => undefined,
  say: () => undefined,
} as const

/** An open release, as an archive holds it. */
const release = (name: string, title: string) => ({
  _id: `_.releases.${name}`,
  _type: 'system.release',
  name,
  state: 'active',
  metadata: { title, releaseType: 'asap' },
})

test('where documents are refused, the releases that are there already are named', async () => {
  const dataset = await startDataset()
  const lost = { _id: 'b', _type: 'pillar', next: { _type: 'reference', _ref: 'nowhere' } }
  await expect(
    importArchive(dataset, writeFolder([release('spring', 'Spring'), lost]), options),
  ).rejects.toThrow(/^Only 1 release \(“Spring”\) was written to the local content lake: .*"nowhere"/u)
  expect(await dataset.client.fetch('*[_type == "system.release"].name')).toEqual(['spring'])

  // The two are more than a request takes, and what is refused comes with the second.
  const large = ['a', 'c'].map((_id) => ({ _id, _type: 'pillar', text: 'x'.repeat(1_900_000) }))
  const folder = writeFolder([release('summer', 'Summer'), release('fall', 'Fall'), ...large, lost])
  await expect(importArchive(dataset, folder, options)).rejects.toThrow(
    /^Only 2 releases \(“Summer”, “Fall”\) and 1 of 3 documents were written to .*"nowhere"/u,
  )
})
