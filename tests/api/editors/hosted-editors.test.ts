import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hostedEditors } from '../../../api/editors/hosted-editors.ts'
import { listenHere } from '../../support/listen.ts'
import { ask } from '../support/ask.ts'
import { startPublishing } from '../support/publishing.ts'

/** Stands for Sanity's API: one project, and who its tokens belong to. */
async function startSanity() {
  const clock = { ms: 0 }
  const state = {
    status: 200,
    members: [{ id: 'ada', roles: [{ name: 'editor' }] }] as unknown[],
    /** Answers wait for it. */
    answers: Promise.resolve(),
  }
  const asked: [string | undefined, IncomingHttpHeaders['authorization']][] = []
  const users: Record<string, string> = { 'Bearer of-ada': 'ada', 'Bearer of-bob': 'bob' }
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization])
    void state.answers.then(() => answer(url, headers, response))
  })
  function answer(url: string | undefined, headers: IncomingHttpHeaders, response: ServerResponse): void {
    const id = users[headers.authorization ?? '']
    const status = id === undefined ? 401 : state.status
    const body = url === '/v1/users/me' ? { id } : { id: 'p1', members: state.members }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const apiUrl = await listenHere(server)
  const { url } = await startPublishing({
    checkEditor: hostedEditors('p1', 1, { apiUrl, elapsed: () => clock.ms }),
  })
  return { url, apiUrl, clock, state, asked, server }
}

test('only so many tokens of a hosted project are remembered', async () => {
  const { url, asked } = await startSanity()
  const address = `${url}/api/releases`
  const ada = () => ask(address, { authorization: 'Bearer of-ada' })
  await ada()
  expect(asked).toHaveLength(2)
  for (let n = 0; n < 1_000; n += 20) {
    const from = { 'x-forwarded-for': `192.0.2.${n / 20}` }
    const some = Array.from({ length: 20 }, (_, k) =>
      ask(address, { authorization: `Bearer guess-${n + k}`, ...from }),
    )
    await Promise.all(some)
  }
  const count = asked.length
  await ada()
  expect(asked).toHaveLength(count + 2)
})

test('an address whose tokens Sanity refuses too often in a minute is shut out for one', async () => {
  const { url, asked, clock } = await startSanity()
  const show = (token: string, from = '192.0.2.1') =>
    ask(`${url}/api/releases`, { authorization: `Bearer ${token}`, 'x-forwarded-for': from })
  expect(await show('of-ada')).toEqual([200, ''])
  for (let n = 0; n <= 60; n += 1) expect(await show(`guess-${n}`)).toEqual([401, expect.any(String)])
  const count = asked.length
  expect(await show('guess-61')).toEqual([
    429,
    expect.stringMatching(/^Too many tokens .* in \d+ seconds\.$/u),
  ])
  expect(asked).toHaveLength(count)
  expect(await show('guess-61', '192.0.2.2')).toEqual([401, expect.any(String)])
  clock.ms += 59_999
  expect(await show('of-bob')).toEqual([429, expect.any(String)])
  clock.ms += 1
  expect(await show('of-bob')).toEqual([401, expect.any(String)])
})

test('an editor is let in after strangers have used up the limit', async () => {
  const { url, clock } = await startSanity()
  const show = (token: string) => ask(`${url}/api/releases`, { authorization: `Bearer ${token}` })
  expect(await show('of-ada')).toEqual([200, ''])
  clock.ms += 60_000
  for (let n = 0; n <= 60; n += 1) await show(`guess-${n}`)
  expect(await show('guess-61')).toEqual([429, expect.any(String)])
  expect(await show('of-ada')).toEqual([200, ''])
})

test('tokens reach Sanity a few at a time, from however many addresses', async () => {
  const { url, asked, state } = await startSanity()
  const answers = Promise.withResolvers<void>()
  state.answers = answers.promise
  const show = (n: number) =>
    ask(`${url}/api/releases`, { authorization: `Bearer guess-${n}`, 'x-forwarded-for': `192.0.2.${n}` })
  const first = Array.from({ length: 20 }, (_, n) => show(n))
  await expect.poll(() => asked).toHaveLength(20)
  expect(await show(20)).toEqual([429, expect.stringMatching(/Too many tokens/u)])
  expect(asked).toHaveLength(20)
  answers.resolve()
  for (const answer of await Promise.all(first)) expect(answer).toEqual([401, expect.any(String)])
  expect(await show(20)).toEqual([401, expect.any(String)])
})

test('on a hosted project, Sanity says who is a member', async () => {
  const { url, asked, clock, state } = await startSanity()
  const address = `${url}/api/releases`
  expect(await ask(address, {})).toEqual([401, expect.stringMatching(/Sign in/u)])
  expect(asked).toEqual([])
  expect(await ask(address, { authorization: 'Bearer unknown' })).toEqual([401, expect.any(String)])
  expect(await ask(address, { authorization: 'Bearer of-bob' })).toEqual([
    401,
    expect.stringMatching(/member of the project/u),
  ])
  expect(await ask(address, { authorization: 'Bearer of-ada' })).toEqual([200, ''])
  const count = asked.length
  expect(await ask(address, { authorization: 'Bearer of-ada' })).toEqual([200, ''])
  expect(asked).toHaveLength(count)
  state.members = []
  clock.ms += 61_000
  expect(await ask(address, { authorization: 'Bearer of-ada' })).toEqual([401, expect.any(String)])
})

test('setting the clock back extends nobody’s membership', async () => {
  const { url, clock, state } = await startSanity()
  const ada = () => ask(`${url}/api/releases`, { authorization: 'Bearer of-ada' })
  expect(await ada()).toEqual([200, ''])
  state.members = []
  vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  clock.ms += 61_000
  expect(await ada()).toEqual([401, expect.any(String)])
})

test('a viewer sees releases and changes none', async () => {
  const { url, state } = await startSanity()
  state.members = [{ id: 'ada', roles: [{ name: 'viewer' }] }]
  const headers = { authorization: 'Bearer of-ada' }
  expect(await ask(`${url}/api/releases`, headers)).toEqual([200, ''])
  expect(await ask(`${url}/api/releases/x/switch`, headers, 'POST')).toEqual([
    403,
    expect.stringMatching(/needs an administrator/u),
  ])
})

test.each([
  ['administrator', true],
  ['developer', true],
  ['editor', true],
  ['contributor', false],
  ['viewer', false],
  ['translator', false],
  [undefined, false],
])('what visitors sent is for a hosted project’s %s: %s', async (role, isFor) => {
  const { apiUrl, state } = await startSanity()
  state.members = [{ id: 'ada', ...(role !== undefined && { roles: [{ name: role }] }) }]
  const asking = new Request('http://localhost/', { headers: { authorization: 'Bearer of-ada' } })
  const answered = hostedEditors('p1', 0, { apiUrl })(asking, 'submissions')
  if (isFor) expect(await answered).toMatchObject({ name: expect.any(String) })
  else await expect(answered).rejects.toThrow('administrators and editors')
})

test.each([
  ['does not answer', 500],
  ['has had too many questions', 429],
])('while Sanity %s, nothing is shown, and a failure is not remembered', async (_, status) => {
  const { url, state } = await startSanity()
  const headers = { authorization: 'Bearer of-ada' }
  state.status = status
  expect(await ask(`${url}/api/releases`, headers)).toEqual([
    503,
    expect.stringMatching(/could not be asked/u),
  ])
  // The Studio asks again and again.
  for (let n = 0; n < 100; n += 1) await ask(`${url}/api/releases`, headers)
  state.status = 200
  expect(await ask(`${url}/api/releases`, headers)).toEqual([200, ''])
})
