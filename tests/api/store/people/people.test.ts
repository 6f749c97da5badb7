import { expect, test, onTestFinished } from 'vitest'
import { contactPost } from '../../support/posts.ts'
import { newStore } from '../../support/stores.ts'

function openHere() {
  const store = newStore()
  onTestFinished(() => store.close())
  const invite = async (name: string, role: 'administrator' | 'editor') => {
    const invitation = { name, email: `${name.toLowerCase()}@example.com`, role }
    const person = await store.call('invite', invitation, 'Root', Date.now())
    if (!person) throw new Error(`${name} is on the list already.`)
    return person
  }
  const changeAccess = (id: string, access: 'administrator' | 'editor' | 'none') =>
    store.call('changeAccess', { id, access }, 'Root', Date.now())
  return { ...store, invite, changeAccess }
}

test('an address is taken in once, and again after it was revoked', async () => {
  const { call, invite, changeAccess } = openHere()
  const ada = await invite('Ada', 'editor')
  await expect(invite('Ada', 'administrator')).rejects.toThrow('on the list')
  expect(await changeAccess(ada.id, 'none')).toBe('changed')
  const again = await invite('Ada', 'administrator')
  expect(again).toMatchObject({ id: ada.id, role: 'administrator', revokedAt: null })
  expect((await call('auditLines')).map(({ detail }) => detail)).toEqual([
    'Invited Ada as administrator',
    'Revoked Ada',
    'Invited Ada as editor',
  ])
})

test('the last administrator is neither revoked nor demoted, even where two do it at once', async () => {
  const { call, invite, changeAccess } = openHere()
  const [ada, bob] = [await invite('Ada', 'administrator'), await invite('Bob', 'administrator')]
  await invite('Cay', 'editor')
  const outcomes = await Promise.all([changeAccess(ada.id, 'editor'), changeAccess(bob.id, 'none')])
  expect(outcomes.toSorted()).toEqual(['changed', 'last'])
  const left = (await call('people')).filter((one) => one.role === 'administrator' && !one.revokedAt)
  expect(left).toHaveLength(1)
  expect(await changeAccess(left[0]?.id ?? '', 'none')).toBe('last')
  expect(await changeAccess('0', 'none')).toBe('missing')
})

test('a link works once, within its time, and not for somebody who was revoked meanwhile', async () => {
  const { call, invite, changeAccess } = openHere()
  const ada = await invite('Ada', 'editor')
  const [now, later] = [Date.now(), Date.now() + 60_000]
  const add = (hash: string) => call('addLink', { hash, personId: ada.id, expiresAt: later }, '', now)
  const take = (link: string, at = now) =>
    call('takeLink', { link, session: `of ${link}`, expiresAt: later }, at)

  await add('one')
  await add('two')
  expect(await take('none')).toBeUndefined()
  expect(await take('one')).toMatchObject({ name: 'Ada' })
  // Signing in uses up all links that were sent.
  expect([await take('one'), await take('two')]).toEqual([undefined, undefined])
  expect(await call('sessionPerson', ['of one'], now)).toMatchObject({ name: 'Ada' })
  expect(await call('sessionPerson', ['of one'], later)).toBeUndefined()

  await add('late')
  expect(await take('late', later)).toBeUndefined()
  await add('three')
  await changeAccess(ada.id, 'none')
  expect(await take('three')).toBeUndefined()
  expect(await call('sessionPerson', ['of one'], now)).toBeUndefined()
  expect(await add('four')).toBeUndefined()
  // Inviting the person again revives neither the session nor the links.
  await invite('Ada', 'editor')
  expect(await call('sessionPerson', ['of one'], now)).toBeUndefined()
  expect(await take('three')).toBeUndefined()
})

test('of two browsers that open one link at once, one is let in', async () => {
  const { call, invite } = openHere()
  const { id: personId } = await invite('Ada', 'editor')
  const [now, expiresAt] = [Date.now(), Date.now() + 60_000]
  await call('addLink', { hash: 'one', personId, expiresAt }, '', now)
  const taken = await Promise.all(
    ['a', 'b'].map((session) => call('takeLink', { link: 'one', session, expiresAt }, now)),
  )
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('the name and address of several people who were revoked can be erased', async () => {
  const { call, invite, changeAccess } = openHere()
  for (const name of ['Ada', 'Bob']) {
    const { id } = await invite(name, 'editor')
    expect(await call('erasePerson', id, 'Root', Date.now())).toBe(false)
    await changeAccess(id, 'none')
    expect(await call('erasePerson', id, 'Root', Date.now())).toBe(true)
  }
  expect(await call('people')).toMatchObject([
    { name: 'Former editor', email: '' },
    { name: 'Former editor', email: '' },
  ])
  expect(JSON.stringify(await call('auditLines'))).not.toContain('@')
})

test('the notes of somebody who is erased stay as a former editor’s, and those of others keep their names', async () => {
  const { call, invite, changeAccess, ...store } = openHere()
  for (const name of ['Ada', 'Bob']) {
    await invite(name, 'editor')
    await store.submit(contactPost(`token of ${name}`))
  }
  const messages = await call('contactPage', { after: '', limit: 2 })
  for (const [index, { id }] of messages.entries())
    await call('writeNote', { submissionId: id, text: 'Called back', editor: index === 0 ? 'Ada' : 'Bob' }, 1)
  const ada = (await call('people')).find(({ name }) => name === 'Ada')
  await changeAccess(ada?.id ?? '', 'none')
  await call('erasePerson', ada?.id ?? '', 'Root', 1)
  const stories = await Promise.all(messages.map(({ id }) => call('submissionStory', id)))
  expect(stories.map((story) => story?.note)).toMatchObject([
    { text: 'Called back', editor: 'Former editor' },
    { text: 'Called back', editor: 'Bob' },
  ])
})

test('a repeated report has one line in the audit list', async () => {
  const { call } = openHere()
  const act = { editor: 'Ada', action: 'settings', detail: 'Published settings', reason: '' } as const
  await call('writeAuditOnce', act, 'settings r1', 1_000)
  await call('writeAuditOnce', act, 'settings r1', 1_000)
  await call('writeAuditOnce', act, 'settings r2', 1_000)
  expect(await call('auditLines')).toHaveLength(2)
})
