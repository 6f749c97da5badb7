import { expect, test } from 'vitest'
import { ADA, BEA, CAY, lakeOfPeople, TOKEN } from '../people-fixture.ts'

const COMMENTS = 'production-comments'

const comment = {
  _id: 'c1',
  _type: 'comment',
  authorId: ADA.id,
  status: 'open',
  threadId: 't1',
  message: [{ _type: 'block', _key: 'a', children: [{ _type: 'span', _key: 'b', text: 'Shorter?' }] }],
  target: {
    documentType: 'faqGroup',
    document: { _type: 'crossDatasetReference', _ref: 'faq-one', _weak: true, _dataset: 'production' },
    path: { field: 'title' },
  },
}

test('the Studio finds the dataset of comments beside that of the documents', async () => {
  const { ask } = await lakeOfPeople()
  const path = '../projects/local/datasets?datasetProfile=comments&addonFor=production'
  const { body } = await ask(path, undefined, ADA)
  expect(body).toMatchObject([{ name: COMMENTS, addonFor: 'production', aclMode: 'private' }])
})

test('a comment is there after a restart, and no page reads it', async () => {
  const { mutate, close, dataDir } = await lakeOfPeople()
  expect(await mutate(ADA, [{ create: comment }], COMMENTS)).toMatchObject({ status: 200 })
  await close()
  const { read, ask } = await lakeOfPeople({ dataDir })
  expect(await read('*[_type == "comment"]._id', COMMENTS)).toEqual(['c1'])
  expect(await read('*[_type == "comment"]._id')).toEqual([])

  const query = encodeURIComponent('*[_type == "comment"]')
  for (const path of [
    `query/${COMMENTS}?query=${query}`,
    `doc/${COMMENTS}/c1`,
    `export/${COMMENTS}`,
    `listen/${COMMENTS}?query=${query}`,
  ])
    expect(await ask(path, undefined), path).toMatchObject({ status: 401 })
  const withToken = await ask(`query/${COMMENTS}?query=${query}`, undefined, undefined, {
    authorization: `Bearer ${TOKEN}`,
  })
  expect(withToken.body['result']).toHaveLength(1)
})

test('others resolve a comment and react to it, and change no word of it', async () => {
  const { mutate, read } = await lakeOfPeople()
  await mutate(ADA, [{ create: comment }], COMMENTS)
  const patch = (user: typeof ADA | typeof BEA, set: object) =>
    mutate(user, [{ patch: { id: 'c1', set } }], COMMENTS)
  const reaction = { _key: 'r', userId: BEA.id, shortName: ':eyes:', addedAt: '2026-01-01T00:00:00Z' }

  expect(await patch(BEA, { status: 'resolved' })).toMatchObject({ status: 200 })
  expect(await patch(BEA, { reactions: [reaction] })).toMatchObject({ status: 200 })
  expect(await patch(BEA, { message: [] })).toMatchObject({ status: 403 })
  expect(await patch(ADA, { reactions: [] })).toMatchObject({ status: 403 })
  expect(await patch(BEA, { authorId: BEA.id })).toMatchObject({ status: 400 })
  expect(await patch(ADA, { 'target.document._ref': 'home' })).toMatchObject({ status: 400 })
  expect(await patch(ADA, { status: 'lost' })).toMatchObject({ status: 400 })
  const [kept] = await read('*[_id == "c1"]', COMMENTS)
  expect(kept).toMatchObject({ ...comment, status: 'resolved', reactions: [reaction] })
})

/** What a comment on a passage knows of it. */
const markOf = (text: string) => ({ type: 'text', value: [{ _key: 'a', text }] })

test('the mark of a passage follows the edits of anybody, in the field where the comment is', async () => {
  const { mutate, read } = await lakeOfPeople()
  const { target } = comment
  const at = (path: object) => ({ ...comment, target: { ...target, path } })
  await mutate(ADA, [{ create: at({ field: 'body', selection: markOf('We keep <it>.') }) }], COMMENTS)
  // As the Studio sends it: the target as a whole.
  const move = (user: typeof ADA | typeof BEA, path: object) =>
    mutate(user, [{ patch: { id: 'c1', set: { target: { ...target, path } } } }], COMMENTS)

  expect(await move(ADA, { field: 'body', selection: markOf('We keep <all of it>.') })).toMatchObject({
    status: 200,
  })
  expect(await move(BEA, { field: 'body', selection: markOf('We keep <none of it>.') })).toMatchObject({
    status: 200,
  })
  expect(await move(BEA, { field: 'title', selection: markOf('We keep <it>.') })).toMatchObject({
    status: 400,
  })
  const [kept] = await read('*[_id == "c1"]', COMMENTS)
  expect(kept).toMatchObject(at({ field: 'body', selection: markOf('We keep <none of it>.') }))
})

test('a comment is deleted by its author, by whoever began its thread, or by an administrator', async () => {
  const { mutate } = await lakeOfPeople()
  const reply = { ...comment, _id: 'c2', authorId: BEA.id, parentCommentId: 'c1' }
  const remove = (user: typeof ADA | typeof BEA | typeof CAY, id: string) =>
    mutate(user, [{ delete: { id } }], COMMENTS)
  await mutate(ADA, [{ create: comment }], COMMENTS)
  await mutate(BEA, [{ create: reply }], COMMENTS)

  expect(await remove(BEA, 'c1')).toMatchObject({ status: 403 })
  expect(await remove(ADA, 'c2')).toMatchObject({ status: 200 })
  expect(await remove(CAY, 'c1')).toMatchObject({ status: 200 })
})

test('nobody can make themselves the author of others’ thread, to delete what they said in it', async () => {
  const { mutate, read } = await lakeOfPeople()
  const write = (user: typeof ADA | typeof BEA, own: object) =>
    mutate(user, [{ create: { ...comment, authorId: user.id, ...own } }], COMMENTS)
  const remove = (id: string) => mutate(BEA, [{ delete: { id } }], COMMENTS)
  await write(ADA, {})
  await write(ADA, { _id: 'c2', parentCommentId: 'gone' })
  await write(BEA, { _id: 'other', threadId: 't2' })
  await write(ADA, { _id: 'c3', parentCommentId: 'other' })

  expect(await write(BEA, { _id: 'undefined' })).toMatchObject({ status: 200 })
  expect(await remove('c1')).toMatchObject({ status: 403 })
  expect(await write(BEA, { _id: 'gone', _createdAt: '2020-01-01T00:00:00Z' })).toMatchObject({
    status: 400,
    body: {
      error: { description: 'There are replies to "gone" already: use another id. Nothing was changed.' },
    },
  })
  expect(await remove('c2')).toMatchObject({ status: 403 })
  expect(await remove('c3')).toMatchObject({ status: 403 })
  expect(await read('*[authorId == "p-ada"]._id', COMMENTS)).toEqual(['c1', 'c2', 'c3'])
})

test.each([
  ['in somebody else’s name', { authorId: BEA.id }, 403],
  ['of another type', { _type: 'settings' }, 400],
  ['with an id that hides it', { _id: 'review.drafts.home' }, 400],
  ['without a thread', { threadId: undefined }, 400],
  ['without a document', { target: {} }, 400],
  ['that is very large', { contentSnapshot: 'x'.repeat(300_000) }, 400],
  [
    'that mentions a crowd',
    { message: [{ children: Array.from({ length: 21 }, () => ({ _type: 'mention', userId: 'p' })) }] },
    400,
  ],
])('a comment %s is refused', async (_, fault, status) => {
  const { mutate, read } = await lakeOfPeople()
  const { body, ...answer } = await mutate(ADA, [{ create: { ...comment, ...fault } }], COMMENTS)
  expect(answer).toEqual({ status })
  expect(body.error?.description).toMatch(/Nothing was changed\.$/u)
  expect(await read('*', COMMENTS)).toEqual([])
})

test('identity() is the caller, for each of two who ask the same, and nobody for a stranger', async () => {
  const { ask } = await lakeOfPeople()
  const path = `query/production?query=${encodeURIComponent('{"by": identity()}')}`
  const askedBy = async (user?: typeof ADA | typeof BEA) => (await ask(path, undefined, user)).body['result']
  expect(await askedBy(ADA)).toEqual({ by: ADA.id })
  expect(await askedBy(BEA)).toEqual({ by: BEA.id })
  expect(await askedBy()).toEqual({ by: '<anonymous>' })
})

test('the groups that the Studio asks for name everybody who may be mentioned', async () => {
  const { read } = await lakeOfPeople()
  const [group] = await read('*[_type == "system.group"]{members, grants}')
  expect(group?.['members']).toEqual(expect.arrayContaining([ADA.id, BEA.id, CAY.id]))
})
