import { expect, test } from 'vitest'
import { clientOf } from '../../../support/lake.ts'
import { startLake } from '../fixture.ts'
import { fill } from './release-fixture.ts'

const TITLE = '*[_id == $id][0].title'

test('a version is seen in its release alone, and over drafts in the order of the stack', async () => {
  const { client } = await startLake()
  await fill(client)
  const title = (perspective: string | string[], id = 'faq-one') =>
    client.fetch(TITLE, { id }, { perspective: perspective as 'published' })
  expect(await title('published')).toBe('Pricing')
  expect(await title('drafts')).toBe('Pricing')
  expect(await title(['spring', 'drafts'])).toBe('Spring prices')
  expect(await title(['spring'], 'faq-two')).toBe('Security')
  expect(await title(['spring', 'drafts'], 'faq-two')).toBe('Security and trust')
  await client.releases.create({ releaseId: 'summer' })
  await client.createVersion({
    releaseId: 'summer',
    publishedId: 'faq-one',
    document: { _id: 'versions.summer.faq-one', _type: 'faqGroup', title: 'Summer prices' },
  })
  expect(await title(['summer', 'spring'])).toBe('Summer prices')
  expect(await title(['spring', 'summer'])).toBe('Spring prices')
  expect(
    await client.fetch('*[_id in ["logo", "faq-new"]]{_id, _originalId}', {}, { perspective: ['spring'] }),
  ).toEqual([{ _id: 'faq-new', _originalId: 'versions.spring.faq-new' }])
  // What is asked again after a change is kept, and follows it.
  await client.patch('versions.spring.faq-one').set({ title: 'Later' }).commit()
  expect(await title(['spring', 'drafts'])).toBe('Later')
})

test('versions are found by their document and by their release', async () => {
  const { client } = await startLake()
  await fill(client)
  const raw = { perspective: 'raw' } as const
  expect(await client.fetch('*[sanity::versionOf("faq-one")]._id', {}, raw)).toEqual([
    'faq-one',
    'versions.spring.faq-one',
  ])
  expect(await client.fetch('*[sanity::partOfRelease($name)]._id', { name: 'spring' }, raw)).toEqual([
    'versions.spring.faq-new',
    'versions.spring.faq-one',
    'versions.spring.logo',
  ])
  expect(
    await client.fetch('*[!sanity::partOfRelease("spring") && _type == "faqGroup"]._id', {}, raw),
  ).toEqual(['drafts.faq-new', 'drafts.faq-two', 'faq-one', 'faq-two'])
})

test('publishing a release is one transaction of all its documents', async () => {
  const { client } = await startLake()
  await fill(client)
  const before = await client.getDocument('faq-one')
  const { transactionId } = await client.releases.publish({ releaseId: 'spring' })
  expect(await client.getDocument('faq-one')).toMatchObject({
    title: 'Spring prices',
    _rev: transactionId,
    _createdAt: before?._createdAt,
  })
  expect(await client.getDocument('faq-one')).not.toHaveProperty('_system')
  expect(await client.getDocument('faq-new')).toMatchObject({ title: 'Unpublished', _rev: transactionId })
  // What was taken away can still be edited.
  expect(await client.getDocument('logo')).toBeUndefined()
  expect(await client.getDocument('drafts.logo')).toMatchObject({ name: 'Logo' })
  expect(await client.fetch('*[_id in path("versions.**")]', {}, { perspective: 'raw' })).toEqual([])
  expect(await client.releases.get({ releaseId: 'spring' })).toMatchObject({
    _rev: transactionId,
    state: 'published',
    finalDocumentStates: [
      { id: 'versions.spring.faq-new' },
      { id: 'versions.spring.faq-one' },
      { id: 'versions.spring.logo' },
    ],
  })
  await expect(client.releases.publish({ releaseId: 'spring' })).rejects.toMatchObject({ statusCode: 409 })
  // By it the Studio finds what was there before.
  const url = '/data/history/production/documents/versions.spring.faq-one?lastRevision=true'
  expect(await client.request({ url })).toMatchObject({
    documents: [{ title: 'Spring prices', _rev: transactionId }],
  })
})

test('two editors who publish a release at once publish it once', async () => {
  const { client } = await startLake()
  await fill(client)
  const publish = () => client.releases.publish({ releaseId: 'spring' })
  const outcomes = await Promise.allSettled([publish(), publish()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { _rev } = (await client.releases.get({ releaseId: 'spring' })) ?? {}
  expect(await client.getDocument('faq-one')).toMatchObject({ _rev })
})

test('a release is published whole or not at all', async () => {
  const { client } = await startLake()
  await client.releases.create({ releaseId: 'half' })
  await client.createVersion({ releaseId: 'half', publishedId: 'faq-new', baseId: 'drafts.faq-new' })
  // The home page refers to it.
  await client.unpublishVersion({ releaseId: 'half', publishedId: 'faq-one' })
  await expect(client.releases.publish({ releaseId: 'half' })).rejects.toMatchObject({ statusCode: 409 })
  expect(await client.getDocument('faq-new')).toBeUndefined()
  expect(await client.getDocument('faq-one')).toBeDefined()
  expect(await client.releases.get({ releaseId: 'half' })).toMatchObject({ state: 'active' })
})

test('documents of a scheduled release are locked until it is unscheduled', async () => {
  const { client } = await startLake()
  await fill(client)
  const publishAt = '2099-05-01T09:00:00.000Z'
  await client.releases.schedule({ releaseId: 'spring', publishAt })
  expect(await client.releases.get({ releaseId: 'spring' })).toMatchObject({ state: 'scheduled', publishAt })
  const locked = { statusCode: 409, message: expect.stringContaining('"Spring" is scheduled') }
  const rename = () => client.patch('versions.spring.faq-one').set({ title: 'Late' }).commit()
  await expect(rename()).rejects.toMatchObject(locked)
  await expect(
    client.createVersion({ releaseId: 'spring', publishedId: 'home', baseId: 'home' }),
  ).rejects.toMatchObject(locked)
  await expect(client.discardVersion({ releaseId: 'spring', publishedId: 'faq-one' })).rejects.toMatchObject(
    locked,
  )
  for (const refused of [
    client.releases.publish({ releaseId: 'spring' }),
    client.releases.archive({ releaseId: 'spring' }),
    client.releases.delete({ releaseId: 'spring' }),
  ])
    await expect(refused).rejects.toMatchObject({ statusCode: 409 })
  await client.releases.unschedule({ releaseId: 'spring' })
  expect(await client.releases.get({ releaseId: 'spring' })).not.toHaveProperty('publishAt')
  await rename()
})

test('an archived release comes back with its versions', async () => {
  const { client } = await startLake()
  await fill(client)
  await client.releases.archive({ releaseId: 'spring' })
  expect(await client.getDocument('versions.spring.faq-one')).toBeUndefined()
  await client.releases.unarchive({ releaseId: 'spring' })
  expect(await client.getDocument('versions.spring.faq-one')).toMatchObject({ title: 'Spring prices' })
  expect(await client.getDocument('versions.spring.logo')).toMatchObject({ _system: { delete: true } })
  await client.releases.archive({ releaseId: 'spring' })
  await client.releases.delete({ releaseId: 'spring' })
  expect(await client.releases.get({ releaseId: 'spring' })).toBeUndefined()
})

test('a release is edited in its metadata, and by its actions alone', async () => {
  const { client } = await startLake()
  await client.releases.create({ releaseId: 'r1' })
  await client.releases.edit({ releaseId: 'r1', patch: { set: { 'metadata.title': 'Autumn' } } })
  expect(await client.releases.get({ releaseId: 'r1' })).toMatchObject({
    metadata: { title: 'Autumn', releaseType: 'undecided' },
  })
  const invalid = { statusCode: 400 }
  const state = { set: { state: 'published' } }
  await expect(client.releases.edit({ releaseId: 'r1', patch: state })).rejects.toMatchObject(invalid)
  const type = { set: { 'metadata.releaseType': 'soon' } }
  await expect(client.releases.edit({ releaseId: 'r1', patch: type })).rejects.toMatchObject(invalid)
  for (const name of ['title', 'description']) {
    const metadata: object = { [name]: 5 }
    await expect(client.releases.create({ releaseId: 'r2', metadata })).rejects.toMatchObject(invalid)
    const number = { set: { [`metadata.${name}`]: 5 } }
    await expect(client.releases.edit({ releaseId: 'r1', patch: number })).rejects.toMatchObject(invalid)
  }
  const forged = { set: { scheduledBy: 'ada' } }
  await expect(client.releases.edit({ releaseId: 'r1', patch: forged })).rejects.toMatchObject(invalid)
  await expect(client.patch('_.releases.r1', state).commit()).rejects.toMatchObject(invalid)
  await expect(client.delete('_.releases.r1')).rejects.toMatchObject(invalid)
  const nameless = { _id: 'forged', _type: 'system.release', state: 'scheduled' }
  for (const document of [nameless, { ...nameless, _id: 'drafts.forged' }])
    await expect(client.createOrReplace(document)).rejects.toMatchObject(invalid)
  await expect(client.releases.create({ releaseId: 'drafts' })).rejects.toMatchObject(invalid)
  await expect(client.releases.create({ releaseId: 'r1' })).rejects.toMatchObject({ statusCode: 409 })
  await expect(client.releases.schedule({ releaseId: 'r1', publishAt: 'tomorrow' })).rejects.toMatchObject(
    invalid,
  )
  const stack = Array.from({ length: 101 }, (_, index) => `r${index}`)
  await expect(client.fetch('*', {}, { perspective: stack })).rejects.toMatchObject(invalid)
  await expect(
    client.createVersion({ releaseId: 'none', publishedId: 'home', baseId: 'home' }),
  ).rejects.toMatchObject({ statusCode: 404 })
})

test('an import brings releases as they were, but schedules none of them, and ends none that has versions', async () => {
  const { client } = await startLake()
  const metadata = { title: 'Spring', releaseType: 'scheduled', intendedPublishAt: '2020-01-01T00:00:00Z' }
  const bring = (ifExists: 'fail' | 'ignore' | 'replace', state: string) =>
    client.action({
      actionType: 'sanity.action.release.import',
      releaseId: 'spring',
      ifExists,
      attributes: {
        _id: '_.releases.spring',
        _type: 'system.release',
        name: 'spring',
        state,
        publishAt: '2020-01-01T00:00:00Z',
        scheduledBy: 'ada',
        metadata,
      },
    })
  // Versions may come before their release.
  await client.create({ _id: 'versions.spring.faq-one', _type: 'faqGroup', title: 'Spring prices' })
  await bring('fail', 'scheduled')
  const release = await client.releases.get({ releaseId: 'spring' })
  expect(release).toMatchObject({ state: 'active', metadata })
  expect(release).not.toHaveProperty('publishAt')
  expect(release).not.toHaveProperty('scheduledBy')
  await expect(bring('fail', 'archived')).rejects.toMatchObject({ statusCode: 409 })
  await bring('ignore', 'archived')
  expect(await client.releases.get({ releaseId: 'spring' })).toMatchObject({ state: 'active' })
  // Those of an ended release could never be published or taken away.
  for (const ended of ['archived', 'published']) {
    await bring('replace', ended)
    expect(await client.releases.get({ releaseId: 'spring' })).toMatchObject({ state: 'active' })
  }
  await client.discardVersion({ releaseId: 'spring', publishedId: 'faq-one' })
  await bring('replace', 'archived')
  expect(await client.releases.get({ releaseId: 'spring' })).toMatchObject({ state: 'archived' })
})

test('a stranger sees nothing of releases', async () => {
  const token = 'a token of a lake that nobody guesses'
  const { url } = await startLake({ token, publicReads: true })
  const editor = clientOf(url, { token })
  await fill(editor)
  const stranger = clientOf(url)
  for (const perspective of [undefined, 'published', 'raw', ['spring', 'drafts']] as const) {
    const options = perspective === undefined ? {} : { perspective: perspective as 'published' }
    expect(await stranger.fetch('*[_id match "*spring*" || _type == "system.release"]', {}, options)).toEqual(
      [],
    )
    expect(await stranger.fetch(TITLE, { id: 'faq-one' }, options)).toBe('Pricing')
  }
  expect(await stranger.getDocuments(['versions.spring.faq-one', '_.releases.spring'])).toEqual([null, null])
  await expect(stranger.releases.publish({ releaseId: 'spring' })).rejects.toMatchObject({ statusCode: 401 })
})
