import { expect, onTestFinished, test, vi } from 'vitest'
import { serveLake } from '../../../../studio/lake/serve.ts'
import { openLakeThread } from '../../../../studio/lake/thread/lake-thread.ts'
import { clientOf } from '../../../support/lake.ts'
import { startLake, temporaryFolder, writeSeed } from '../fixture.ts'

// What is refused is heavy by design, and a busy machine takes its time. A lake that hangs is ended long before.
vi.setConfig({ testTimeout: 120_000 })

// Far less than what fills the memory of a process that follows such a path, and far more than an array holds.
const FAR = 10_000_001

/** A hunk of `diffMatchPatch` that is found nowhere. */
const hunk = (from: number, length: number): string =>
  `@@ -${from},${length} +${from},1 @@\n-${'z'.repeat(length)}\n+y\n`

/** An object that takes 50 ms and more to copy, which each change of it does. */
const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 1]))

const TOO_MUCH = [
  { set: { wide, ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`wide.new${at}`, 1])) } },
  { unset: [`items[0:${FAR}]`] },
  { unset: [`items[-${FAR}:]`] },
  { unset: [`items[${FAR}:${FAR + 1}]`] },
  { unset: [`items[ ${FAR} : 1 : -1 ]`] },
  { unset: [`items[title == "]"][0, 0:${FAR}]`] },
  { unset: ['items[0:900].x[0:900].y'] },
  { unset: Array.from({ length: 50 }, () => 'items[0:300].x') },
  { set: { [`items[0:${FAR}].x`]: 1 } },
  { set: { 'items[0:3000]': Array.from({ length: 5000 }, () => 1) } },
  { set: { 'items[0:300]': 'x'.repeat(1_000_000) } },
  { set: { 'items[0:300]': [{ text: ['x'.repeat(1_000_000)] }] } },
  { diffMatchPatch: { title: Array.from({ length: 50_000 }, (_, at) => hunk(at % 100, 20)).join('') } },
  { diffMatchPatch: { title: hunk(0, 1_000_000) } },
  { set: { long: 'x'.repeat(1_000_000) }, diffMatchPatch: { long: hunk(0, 20).repeat(15_000) } },
  { diffMatchPatch: { title: `@@ -1,400 +1,1 @@\n${'-y\n x\n'.repeat(100_000)}` } },
  { setIfMissing: { [`items[0:${FAR}].x`]: 1 } },
  { inc: { [`items[0:${FAR}]`]: 1 } },
  { dec: { [`items[0:${FAR}]`]: 1 } },
  { diffMatchPatch: { [`items[0:${FAR}]`]: '' } },
  { insert: { before: `items[0:${FAR}]`, items: [] } },
  { insert: { after: `items[0:${FAR}]`, items: [] } },
  { insert: { replace: `items[0:${FAR}]`, items: [] } },
  { set: { list: Array.from({ length: 2000 }, () => 1) }, unset: ['list[0:].x'] },
  { unset: ['..a..b..c..d'] },
  { unset: ['..a..b'] },
  { unset: ['..a.b'] },
  { set: { [`a${'[a,a]'.repeat(29)}`]: 1 } },
  { unset: [`title${'[@!=1,@!=1]'.repeat(29)}`] },
]

/** A lake as the server has it, which is ended where it takes too long. */
async function startThread() {
  const lake = openLakeThread({ dataDir: temporaryFolder(), seedDir: writeSeed() }, () => undefined)
  expect(await lake.opening).toBeUndefined()
  const { url, close } = await serveLake(lake)
  onTestFinished(async () => {
    await close()
    await lake.close()
  })
  return clientOf(url, { maxRetries: 0 })
}

test('a patch whose path reaches further than a document does is refused, and the lake goes on answering', async () => {
  const client = await startThread()
  const title = (await client.getDocument('faq-one'))?.['title']
  for (const patch of TOO_MUCH) {
    const refusal = {
      statusCode: 400,
      message: expect.stringMatching(/Mutation 0 cannot be applied: the path "\S.*" reaches too much/u),
    }
    const mutation = { patch: { id: 'faq-one', ...patch } }
    const name = JSON.stringify(patch).slice(0, 200)
    await expect(client.mutate([mutation] as never), name).rejects.toMatchObject(refusal)
    await expect(client.mutate([mutation] as never, { dryRun: true })).rejects.toMatchObject(refusal)
  }
  const edit = client.action({
    actionType: 'sanity.action.document.edit',
    publishedId: 'faq-one',
    draftId: 'drafts.faq-one',
    patch: { unset: [`items[0:${FAR}]`] },
  })
  await expect(edit).rejects.toMatchObject({ statusCode: 400 })
  expect((await client.getDocument('faq-one'))?.['title']).toBe(title)
})

test('a transaction that writes many wide documents is refused, and the lake goes on answering', async () => {
  const client = await startThread()
  const mutations = Array.from({ length: 30 }, (_, at) => ({
    createOrReplace: { _id: `wide-${at}`, _type: 'pillar', ...wide },
  }))
  await expect(client.mutate(mutations as never)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('the transaction writes too much'),
  })
  expect(await client.getDocument('wide-0')).toBeFalsy()
  await client.createOrReplace({ _id: 'wide-0', _type: 'pillar', ...wide })
  expect(await client.patch('wide-0').set({ f1: 2 }).commit()).toMatchObject({ f0: 1, f1: 2 })
})

test('ranges within a document are followed, and numbers that are no range are of any size', async () => {
  const { client } = await startLake()
  const list = Array.from({ length: 1000 }, (_, index) => index)
  await client.createOrReplace({
    _id: 'a',
    _type: 'pillar',
    list,
    rows: [{ n: 3e9 }, { n: 1 }],
    deep: { n: 1 },
  })
  await client.patch('a').splice('list', 2, 997, ['x', 'y']).commit()
  expect((await client.getDocument('a'))?.['list']).toEqual([0, 1, 'x', 'y', 999])
  await client.patch('a').unset(['list[-2:]', 'rows[n == 3000000000]']).commit()
  await client
    .patch('a')
    .set({ '..n': 2, 'list[0:2]': 'z' })
    .insert('after', 'list[99999999]', ['end'])
    .commit()
  expect(await client.getDocument('a')).toMatchObject({
    list: ['z', 'z', 'x', 'end'],
    rows: [{ n: 2 }],
    deep: { n: 2 },
  })
})

test('some thousand items are cleaned up by their keys, and far more at a time are refused', async () => {
  const { client } = await startLake()
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}`)
  const cleanUp = async (count: number) => {
    const list = keys.slice(0, count).map((_key) => ({ _key, text: { _key } }))
    await client.createOrReplace({ _id: 'a', _type: 'pillar', list })
    return client.patch('a', { unset: list.map(({ _key }) => `list[_key=="${_key}"]`) }).commit()
  }
  expect(await cleanUp(2000)).toMatchObject({ list: [] })
  await expect(cleanUp(20_000)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('reaches too much: use shorter ranges, or patch less at a time'),
  })
})

test('a long text is replaced, whatever its letters are', async () => {
  const client = await startThread()
  for (const text of ['абвгдежз '.repeat(2000), '漢字平仮名交文章'.repeat(1500), 'abcdefgh '.repeat(2000)]) {
    await client.createOrReplace({ _id: 'a', _type: 'pillar', text })
    const patch = `@@ -1,${Buffer.byteLength(text)} +1,3 @@\n-${encodeURI(text)}\n+new\n`
    const patched = await client.patch('a', { diffMatchPatch: { text: patch } }).commit()
    expect(patched['text']).toBe('new')
  }
})

test('thousands of patches of a long document cost what they change', async () => {
  const client = await startThread()
  const list = Array.from({ length: 2000 }, (_, n) => ({ _key: `k${n}`, text: `word ${n}` }))
  await client.createOrReplace({ _id: 'a', _type: 'pillar', list })
  const patches = Array.from({ length: 20_000 }, (_, n) => ({ patch: { id: 'a', set: { n } } }))
  await client.mutate(patches, { returnDocuments: false })
  expect(await client.getDocument('a')).toMatchObject({ n: 19_999, list })
})

test('a transaction that copies a document again and again is refused', async () => {
  const client = await startThread()
  await client.createOrReplace({ _id: 'a', _type: 'pillar', text: 'x'.repeat(1_000_000) })
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  const copies = Array.from({ length: 200 }, (_, n) => ({
    actionType: 'sanity.action.document.version.create' as const,
    publishedId: `copy-${n}`,
    baseId: 'a',
    versionId: `versions.spring.copy-${n}`,
  }))
  await expect(client.action(copies)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(
      'the transaction writes too much: write less at a time, in several of them',
    ),
  })
  await client.action(copies.slice(0, 5))
  expect(await client.fetch('count(*[text match "x*"])', {}, { perspective: 'raw' })).toBe(6)
})
