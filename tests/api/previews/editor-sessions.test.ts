import { expect, test } from 'vitest'
import { editorSessions } from '../../../api/previews/editor-sessions.ts'
import { openPeopleHere, SITE_TOKEN } from '../support/people.ts'

const key = () => Promise.resolve(Buffer.alloc(32, 7))

/** Names of sessions that a real lake knows, people's and the token's. */
async function newSessions() {
  const site = await openPeopleHere()
  const { checkEditor, askLake } = site
  const sessions = editorSessions({ checkEditor, token: SITE_TOKEN, key })

  async function signInWithToken(): Promise<string> {
    const form = new URLSearchParams({ token: SITE_TOKEN })
    const answer = await askLake('/v1/auth/login/token', {}, form)
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const nameOf = (cookie: string) => sessions.nameOf(new Headers({ cookie: `theme=dark; ${cookie}; a=b` }))
  return { ...site, editors: sessions, signInWithToken, nameOf }
}

test('a person’s name for a session lives until they are revoked, and opens nothing', async () => {
  const { signIn, people, editors, nameOf } = await newSessions()
  await signIn('Ada', 'administrator')
  const { person, cookie } = await signIn('Bob', 'editor')
  const name = await nameOf(cookie)
  expect(Buffer.from(name, 'base64url').toString()).not.toContain(cookie.split('=')[1])
  expect(await editors.isLive(name)).toBe(true)
  await people.changeAccess(person.id, 'none', 'Ada')
  expect(await editors.isLive(name)).toBe(false)
})

test('a session of the token ends by signing out, and with everybody’s', async () => {
  const { editors, signInWithToken, nameOf, askLake } = await newSessions()
  const [mine, others] = [await signInWithToken(), await signInWithToken()]
  const [name, other] = [await nameOf(mine), await nameOf(others)]
  expect([await editors.isLive(name), await editors.isLive(other)]).toEqual([true, true])
  await askLake('/v1/auth/logout', { cookie: mine }, {})
  expect([await editors.isLive(name), await editors.isLive(other)]).toEqual([false, true])
  await askLake('/v1/auth/logout?all=true', { authorization: `Bearer ${SITE_TOKEN}` }, {})
  expect(await editors.isLive(other)).toBe(false)
})

test('a program is let in until the token changes, and who brings neither token nor session is not', async () => {
  const { editors, checkEditor } = await newSessions()
  const program = await editors.nameOf(new Headers({ authorization: `Bearer ${SITE_TOKEN}` }))
  expect(await editors.isLive(program)).toBe(true)
  const restarted = editorSessions({ checkEditor, token: 'another token of the site', key })
  expect(await restarted.isLive(program)).toBe(false)
  for (const name of [await editors.nameOf(new Headers()), 'x', ''])
    expect(await editors.isLive(name)).toBe(false)
})

test('a person who also sends the password that a proxy asks of everybody does not count as a program', async () => {
  const { signIn, people, editors } = await newSessions()
  const { person, cookie } = await signIn('Bob', 'editor')
  const name = await editors.nameOf(new Headers({ authorization: 'Basic c3RhZ2luZzpzZWNyZXQ=', cookie }))
  expect(await editors.isLive(name)).toBe(true)
  await people.changeAccess(person.id, 'none', 'Ada')
  expect(await editors.isLive(name)).toBe(false)
})

test('while the store is away, nobody counts as signed out', async () => {
  const { signIn, editors, nameOf, away } = await newSessions()
  const name = await nameOf((await signIn('Ada', 'editor')).cookie)
  away.add('sessionPerson')
  await expect(editors.isLive(name)).rejects.toThrow('could not be asked')
})
