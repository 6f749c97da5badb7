import { expect, test } from 'vitest'
import { addToList } from '../../../../studio/tools/publish/add-to-list.ts'
import { startLake, writeSeed } from '../../lake/fixture.ts'

const HOME = {
  _id: 'home',
  _type: 'home',
  features: { steps: [{ _key: 'a', _type: 'reference', _ref: 'one' }] },
}
const DOCUMENTS = [
  { _id: 'one', _type: 'step' },
  { _id: 'two', _type: 'step' },
  HOME,
  { ...HOME, _id: 'drafts.home', title: 'Draft' },
]

test('a document goes to the end of its list, in the home page and in its draft, once', async () => {
  const { client } = await startLake({ seedDir: writeSeed(DOCUMENTS) })
  const lists = () =>
    client.fetch('*[_id in ["home", "drafts.home"]].features.steps[]._ref', {}, { perspective: 'raw' })
  await addToList('features.steps', client, 'two')
  expect(await lists()).toEqual(['one', 'two', 'one', 'two'])
  await addToList('features.steps', client, 'two')
  expect(await lists()).toEqual(['one', 'two', 'one', 'two'])
  expect(await client.getDocument('drafts.home')).toMatchObject({ title: 'Draft' })
})

test('a refusal of the lake is reported as one', async () => {
  const { client } = await startLake({ seedDir: writeSeed(DOCUMENTS) })
  await expect(addToList('features.steps', client, 'nowhere')).rejects.toThrow(
    'The home page’s list could not be changed',
  )
})

test('an unpublished home page is named as the reason, and its draft stays as it is', async () => {
  const draft = { ...HOME, _id: 'drafts.home' }
  const { client } = await startLake({ seedDir: writeSeed([{ _id: 'two', _type: 'step' }, draft]) })
  await expect(addToList('features.steps', client, 'two')).rejects.toThrow(
    'The home page is not published yet',
  )
  expect(await client.getDocument('drafts.home')).toMatchObject({ features: HOME.features })
})
