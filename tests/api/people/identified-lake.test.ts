import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { listenHere } from '../../support/listen.ts'
import { openPeopleHere, ORIGIN, SITE_TOKEN } from '../support/people.ts'

const shown = z.object({ displayName: z.string() })
const me = '/v1/users/me'
const mutate = '/v2025-02-19/data/mutate/production'

function patchOf(id: string, field: string) {
  return { mutations: [{ patch: { id, set: { [field]: 'Another' } } }] }
}

test('the lake knows people by their session, and shows others their name', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const { person, cookie } = await signIn('Ada', 'editor')
  const known = await (await askLake(me, { cookie })).json()
  expect(known).toMatchObject({ id: person.id, name: 'Ada', role: 'editor', roles: [{ name: 'editor' }] })
  expect(JSON.stringify(known)).not.toContain(person.email)
  const { cookie: other } = await signIn('Bob', 'editor')
  const names = (await (await askLake(`/v1/users/${person.id}`, { cookie: other })).json()) as unknown
  expect(shown.parse(names).displayName).toBe('Ada')
  const project = await (await askLake('/v1/projects/local', { cookie })).text()
  expect(project).toContain('Bob')
  expect(project).not.toContain('@example.com')
  const token = await (await askLake(me, { authorization: `Bearer ${SITE_TOKEN}` })).json()
  expect(token).toMatchObject({ name: 'Administrator (token)', role: 'administrator' })
  expect((await askLake(me, {})).status).toBe(401)
})

test('a revoked person can’t be mentioned, and keeps their name in the history', async () => {
  const { signIn, askLake, people } = await openPeopleHere()
  const { cookie } = await signIn('Ada', 'administrator')
  const { person: bob } = await signIn('Bob', 'editor')
  const membersNow = async () => {
    const project = await (await askLake('/v1/projects/local', { cookie })).json()
    return z
      .object({ members: z.array(shown) })
      .parse(project)
      .members.map((one) => one.displayName)
  }
  expect(await membersNow()).toEqual(['Ada', 'Bob'])
  await people.changeAccess(bob.id, 'none', 'Ada')
  expect(await membersNow()).toEqual(['Ada'])
  const profile = await (await askLake(`/v1/users/${bob.id}`, { cookie })).json()
  expect(shown.parse(profile).displayName).toBe('Bob')
})

test('edits are under their author’s name in the history', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const { person, cookie } = await signIn('Ada', 'editor')
  expect((await askLake(mutate, { cookie }, patchOf('home', 'title'))).status).toBe(200)
  const history = '/v2025-02-19/data/history/production/transactions/home?excludeContent=true'
  const lines = (await (await askLake(history, { cookie })).text()).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ author: person.id })
})

test('an editor can change pages but never settings; an administrator can do both', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const { cookie } = await signIn('Bob', 'editor')
  const edit = {
    actions: [
      {
        actionType: 'sanity.action.document.edit',
        draftId: 'drafts.settings',
        publishedId: 'settings',
        patch: { set: { brand: 'Another' } },
      },
    ],
  }
  for (const [path, body] of [
    [mutate, patchOf('settings', 'brand')],
    [mutate, { mutations: [{ create: { _id: 'mine', _type: 'settings' } }] }],
    [mutate, { mutations: [...patchOf('home', 'title').mutations, { delete: { id: 'settings' } }] }],
    ['/v2025-02-19/data/actions/production', edit],
  ] as const) {
    const refused = await askLake(path, { cookie }, body)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('administrators')])
  }
  const acl = '/v1/projects/local/datasets/production/acl'
  expect(await (await askLake(acl, { cookie })).text()).toContain('!(_type in [\\"settings\\"])')
  const { cookie: administrator } = await signIn('Ada', 'administrator')
  expect((await askLake(mutate, { cookie: administrator }, patchOf('settings', 'brand'))).status).toBe(200)
})

const release = (action: string, more: object = {}) => ({
  actionType: `sanity.action.release.${action}`,
  releaseId: 'launch',
  ...more,
})
const version = (of: string) => ({
  actionType: 'sanity.action.document.version.create',
  publishedId: of,
  document: { _id: `versions.launch.${of}`, _type: of },
})

test('an editor can neither publish settings through a release, now or scheduled, nor hold them up', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const { cookie: editor } = await signIn('Bob', 'editor')
  const { cookie: administrator } = await signIn('Ada', 'administrator')
  const act = (cookie: string, ...actions: object[]) =>
    askLake('/v2025-02-19/data/actions/production', { cookie }, { actions })
  const schedule = release('schedule', { publishAt: '2099-01-01T00:00:00Z' })
  expect((await act(editor, release('create'), version('about'))).status).toBe(200)
  expect((await act(editor, version('settings'))).status).toBe(403)
  expect((await act(administrator, version('settings'))).status).toBe(200)
  for (const action of [release('publish'), schedule]) {
    const refused = await act(editor, action)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('administrators')])
  }
  expect((await act(administrator, schedule)).status).toBe(200)
  const metadata = { title: 'Launch', releaseType: 'undecided' }
  const other = release('import', { ifExists: 'replace', attributes: { state: 'archived', metadata } })
  for (const action of [release('unschedule'), other]) expect((await act(editor, action)).status).toBe(403)
  expect((await act(administrator, release('unschedule'))).status).toBe(200)
})

test('a document under the settings’ id is settings, whatever its type', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const { cookie } = await signIn('Bob', 'editor')
  const act = async (...actions: object[]) =>
    (await askLake('/v2025-02-19/data/actions/production', { cookie }, { actions })).status
  expect(await act(release('create'))).toBe(200)
  for (const more of [{}, { _system: { delete: true } }]) {
    const document = { _id: 'versions.launch.settings', _type: 'about', ...more }
    expect(await act({ ...version('settings'), document })).toBe(403)
  }
  for (const inner of ['drafts.settings', 'versions.other.settings']) {
    const document = { _id: `versions.launch.${inner}`, _type: 'about' }
    expect(await act({ ...version('settings'), document })).toBe(400)
  }
  const draft = { _id: 'drafts.settings', _type: 'about' }
  expect((await askLake(mutate, { cookie }, { mutations: [{ createOrReplace: draft }] })).status).toBe(403)

  // Releases are no documents like others, by whatever way somebody comes to them.
  const forged = { _type: 'system.release', name: 'launch', state: 'scheduled', metadata: {} }
  const target = { draftId: '_.releases.launch', publishedId: '_.releases.launch' }
  const edit = {
    actionType: 'sanity.action.document.edit',
    ...target,
    patch: { set: { state: 'published' } },
  }
  expect(await act(edit)).toBe(400)
  expect(await act({ actionType: 'sanity.action.document.delete', ...target, includeDrafts: [] })).toBe(400)
  for (const id of ['_.releases.launch', 'versions.launch._.releases.other']) {
    const create = { createOrReplace: { ...forged, _id: id } }
    expect((await askLake(mutate, { cookie }, { mutations: [create] })).status).toBe(400)
  }
  const other = { ...forged, _id: 'forged', publishAt: '2020-01-01T00:00:00Z' }
  expect((await askLake(mutate, { cookie }, { mutations: [{ create: other }] })).status).toBe(400)
  expect(await act(release('publish'))).toBe(200)
})

test('a revoked person is a stranger at once, in open streams too', async () => {
  const { signIn, askLake, people } = await openPeopleHere()
  await signIn('Ada', 'administrator')
  const { person, cookie } = await signIn('Bob', 'editor')
  const listening = await askLake('/v2025-02-19/data/listen/production?query=*', { cookie })
  expect(listening.status).toBe(200)
  await people.changeAccess(person.id, 'none', 'Ada')
  expect((await askLake(mutate, { cookie }, patchOf('home', 'title'))).status).toBe(401)
  // It ends, or this would wait for its end for good.
  await listening.text()
})

test('a revoked person’s socket closes', async () => {
  const { signIn, lake, people } = await openPeopleHere()
  await signIn('Ada', 'administrator')
  const { person, cookie } = await signIn('Bob', 'editor')
  const server = createServer().on('upgrade', (request, socket, head) =>
    lake.upgrade(request, socket, head, { forwarded: false, address: '127.0.0.1' }),
  )
  const url = await listenHere(server)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/socket/production`, { headers: { cookie } })
  onTestFinished(() => socket.terminate())
  socket.on('error', () => undefined)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await people.changeAccess(person.id, 'none', 'Ada')
  // It closes, or this would wait for it for good.
  await closed
})

test('signing in with the token ends the person’s session', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const { cookie } = await signIn('Ada', 'editor')
  const form = new URLSearchParams({ token: SITE_TOKEN })
  const answer = await askLake('/v1/auth/login/token', { cookie }, form)
  expect(answer.status).toBe(303)
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^person_session=; Max-Age=0/u))
  expect((await askLake(me, { cookie })).status).toBe(401)
})

test('with the store away the token still works, without names, and strangers cause no look-ups', async () => {
  const { signIn, askLake, away, asked } = await openPeopleHere()
  const { person, cookie } = await signIn('Ada', 'administrator')
  const [project, profile] = ['/v1/projects/local', `/v1/users/${person.id}`]
  const token = { authorization: `Bearer ${SITE_TOKEN}` }
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { cookie: 'person_session=x' }])
    for (const target of [project, profile]) expect((await askLake(target, headers)).status).toBe(401)
  expect(asked).not.toContain('people')
  expect(await (await askLake(project, token)).text()).toContain('Ada')
  away.add('people')
  for (const headers of [token, { cookie }])
    for (const target of [me, project, profile]) expect((await askLake(target, headers)).status).toBe(200)
  away.add('sessionPerson')
  expect((await askLake(project, token)).status).toBe(200)
  expect((await askLake(me, { cookie })).status).toBe(503)
})

test('the Studio’s settings are kept for each person', async () => {
  const { signIn, lake } = await openPeopleHere()
  const kept = async (headers: Record<string, string>, body?: object) => {
    const url = `${ORIGIN}${me}/keyvalue${body ? '' : '/pane'}`
    const type = { ...headers, 'content-type': 'application/json' }
    const asking = new Request(url, {
      headers: type,
      ...(body && { method: 'PUT', body: JSON.stringify(body) }),
    })
    return (await lake.fetch(asking, { forwarded: false, address: '127.0.0.1' })).json()
  }
  const callers = [
    { cookie: (await signIn('Ada', 'administrator')).cookie },
    { cookie: (await signIn('Bob', 'editor')).cookie },
    { authorization: `Bearer ${SITE_TOKEN}` },
  ]
  for (const [value, caller] of callers.entries()) {
    expect(await kept(caller)).toEqual([])
    await kept(caller, [{ key: 'pane', value }])
  }
  for (const [value, caller] of callers.entries())
    expect(await kept(caller)).toEqual([{ key: 'pane', value }])
})

test('signing out ends the session, and signing everybody out needs an administrator', async () => {
  const { signIn, askLake } = await openPeopleHere()
  const ada = await signIn('Ada', 'administrator')
  const bob = await signIn('Bob', 'editor')
  const out = await askLake('/v1/auth/logout', { cookie: bob.cookie }, {})
  expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
  expect((await askLake(me, { cookie: bob.cookie })).status).toBe(401)
  const again = await signIn('Cay', 'editor')
  expect((await askLake('/v1/auth/logout?all=true', { cookie: again.cookie }, {})).status).toBe(403)
  expect((await askLake(me, { cookie: ada.cookie })).status).toBe(200)
  expect((await askLake('/v1/auth/logout?all=true', { cookie: ada.cookie }, {})).status).toBe(204)
  for (const { cookie } of [ada, again]) expect((await askLake(me, { cookie })).status).toBe(401)
})
