import { expect, onTestFinished, test } from 'vitest'
import { LASTS_MS, makeLink } from '../../../api/people/links.ts'
import { PERSON_COOKIE, personSessions } from '../../../api/people/sessions.ts'
import { newStore } from '../support/stores.ts'

const HOUR_MS = 3_600_000

/** Ada, signed in at a clock of the test's own. */
async function signedIn() {
  const store = newStore()
  onTestFinished(() => store.close())
  const { call } = store
  const clock = { ms: Date.parse('2026-11-22T10:00:00Z') }
  const now = () => clock.ms
  const sessions = personSessions(call, 'one token of the site', now)
  const invitation = { name: 'Ada', email: 'ada@example.com', role: 'editor' } as const
  const person = await call('invite', invitation, 'test', now())
  const link = await makeLink(
    call,
    { personId: person?.id ?? '', editor: '', lastsMs: LASTS_MS.asked, origin: 'http://localhost' },
    now(),
  )
  const session = await sessions.start(new URL(link?.url ?? '').hash.slice(1))
  return { call, clock, now, sessions, cookie: `${PERSON_COOKIE}=${session?.id}` }
}

test('a session ends when the site’s token changes', async () => {
  const { call, now, sessions, cookie } = await signedIn()
  expect(await sessions.personOf(cookie)).toMatchObject({ name: 'Ada' })
  expect(await personSessions(call, 'another token of the site', now).personOf(cookie)).toBeUndefined()
})

test('a session ends twelve hours after the sign-in', async () => {
  const { clock, sessions, cookie } = await signedIn()
  clock.ms += 12 * HOUR_MS - 1
  expect(await sessions.personOf(cookie)).toMatchObject({ name: 'Ada' })
  clock.ms += 1
  expect(await sessions.personOf(cookie)).toBeUndefined()
})
