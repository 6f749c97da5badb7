import { expect, test } from 'vitest'
import { keepSession } from '../../../studio/local/session.ts'

const USER = '/v1/users/me'
const QUERY = '/v1/data/query/production'

/** A lake that knows one session, and an editor who signs in when asked. */
function startSession() {
  const state = { isLive: true, asked: 0 }
  const answer = () => Promise.resolve(new Response(null, { status: state.isLive ? 200 : 401 }))
  const back = Promise.withResolvers<void>()
  const withSession = keepSession(() => {
    state.asked += 1
    return back.promise
  })
  function signIn(): void {
    state.isLive = true
    back.resolve()
  }
  return { state, withSession, answer, signIn }
}

test('what is refused after a session ended waits until the editor is back, who is asked once', async () => {
  const { state, withSession, answer, signIn } = startSession()
  await withSession(USER, answer)
  state.isLive = false
  const held = [withSession(QUERY, answer), withSession(QUERY, answer), withSession(USER, answer)]
  await expect.poll(() => state.asked).toBe(1)
  signIn()
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(state.asked).toBe(1)
})

test('an answer of a time before the editor was back asks nobody again', async () => {
  const { state, withSession, answer, signIn } = startSession()
  await withSession(USER, answer)
  state.isLive = false
  const late = Promise.withResolvers<Response>()
  let attempts = 0
  const slow = withSession(QUERY, () => (attempts++ === 0 ? late.promise : answer()))
  const held = withSession(QUERY, answer)
  await expect.poll(() => state.asked).toBe(1)
  signIn()
  await held
  late.resolve(new Response(null, { status: 401 }))
  expect((await slow).status).toBe(200)
  expect(state.asked).toBe(1)
})

test('before anybody is signed in, and after signing out, the Studio asks by itself', async () => {
  const { state, withSession, answer } = startSession()
  state.isLive = false
  expect((await withSession(USER, answer)).status).toBe(401)
  state.isLive = true
  await withSession(USER, answer)
  state.isLive = false
  await withSession('/v1/auth/logout', () => Promise.resolve(new Response(null, { status: 204 })))
  expect((await withSession(USER, answer)).status).toBe(401)
  expect(state.asked).toBe(0)
})
