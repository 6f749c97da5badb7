import { expect, test } from 'vitest'
import { toDocument } from '../../../../studio/lake/document.ts'
import { evaluateDelta, parseDelta } from '../../../../studio/lake/query/groq.ts'
import { keptPlans } from '../../../../studio/lake/query/plans.ts'
import { runQuery } from '../../../../studio/lake/query/query.ts'
import { createCorpus } from '../../../../studio/lake/store/corpus.ts'
import { startLake, writeSeed, type RunningLake } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const TIMES = { _createdAt: '2025-10-01T08:00:00Z', _updatedAt: '2025-10-01T08:00:00Z' }
const COUNT = 400

const MANY = Array.from({ length: COUNT }, (_, n) => ({
  _id: `d${n}`,
  _type: n % 2 === 0 ? 'even' : 'odd',
  title: `Title ${n} ${'a'.repeat(40)}`,
  n,
  ref: { _type: 'reference', _ref: `d${(n * 7) % COUNT}` },
  list: Array.from({ length: 3 }, (_unused, index) => ({
    _key: `${index}`,
    _ref: `d${(n + index) % COUNT}`,
  })),
  ...TIMES,
}))

const corpus = createCorpus(MANY.map((fields) => toDocument({ ...fields, _rev: 'r' })))

function chain(step: string, times: number, between = ''): string {
  return Array.from({ length: times }, () => step).join(between)
}

async function ask({ url }: RunningLake, query: string, params: Record<string, unknown> = {}, token = TOKEN) {
  const response = await fetch(`${url}/v2025-02-19/data/query/production`, {
    method: 'POST',
    body: JSON.stringify({ query, params }),
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

/** A lake with many documents, and little time for strangers' queries. */
function startBusyLake() {
  return startLake({ seedDir: writeSeed(MANY), token: TOKEN, publicReads: true, queryDeadlineMs: 150 })
}

test.each([
  ['scans within scans', 'count(*[count(*[count(*[n > ^.n + ^.^.n]) > 0]) > 0])'],
  ['a projection of all in each of all', '*{"a": *{"b": *{"c": *}}}'],
  ['joins over joins', `*${chain('{"l": list[]->', 9)}${chain('}', 9)}`],
  [
    'a look for references in what is shared',
    `{"a": 1}${chain('|{"a": @, "b": @}', 40)}{"r": references("x")}`,
  ],
  ['an answer that is written out of what is shared', `{"a": 1}${chain('|{"a": @, "b": @}', 40)}`],
  ['text of what is shared', `pt::text({"a": [1]}${chain('|{"a": [a, a]}', 40)}.a)`],
  ['a list that doubles', `{"a": [1, 2]}${chain('|{"a": [...a, ...a]}', 40)}`],
  ['a sum of lists that doubles', `{"a": [1, 2]}${chain('|{"a": a + a}', 40)}`],
  ['a text that doubles', `{"a": "text"}${chain('|{"a": a + a}', 40)}`],
  [
    'a membership in a list that differs each time',
    `*{"x": *[n in ^.list[]._key || n in [^.n, ...*.title]]{"y": *[title in [^.title, ...*.title]]}}`,
  ],
  [
    'lists that meet',
    `*{"x": *{"y": array::intersects([^.title, ...*.title], [title, ...*._rev])}}{"z": *{"y": array::intersects([^._id, ...*._id], [_id, ...*._rev])}}`,
  ],
  [
    'pieces of texts',
    `*{"x": *{"y": string::split(title + ^.title, "")}}{"z": *{"y": string::split(title, "")}}`,
  ],
])('%s end at the deadline or at a limit, and the lake goes on', { timeout: 60_000 }, async (_, query) => {
  const running = await startBusyLake()
  const { status, body } = await ask(running, query)
  expect([400, 504]).toContain(status)
  const type = status === 504 ? 'queryTimeoutError' : 'queryTooLargeError'
  expect(body).toMatchObject({
    statusCode: status,
    error: { type, description: expect.stringMatching(/\.$/) },
  })
  expect(await ask(running, 'count(*)')).toMatchObject({ status: 200, body: { result: COUNT } })
})

test.each([
  [
    'an order by a scan',
    chain('*[count(*[n < ^.n + 0.5 && title > ^.title]) > 0] | order(count(*[n < ^.n]))', 1),
  ],
  [
    'a pattern with many stars',
    `*[title match "${chain('*a', 30)}b" || title match "${chain('a*', 30)}b"]{"x": *[title match ^.title]}`,
  ],
  [
    'a path with many stars',
    `*[title in path("${chain('**', 60, '.')}")]{"x": *[title in path("${chain('*', 60, '.')}")]}`,
  ],
])('%s need not end before it is answered, and holds up nothing', { timeout: 60_000 }, async (_, query) => {
  const running = await startBusyLake()
  expect([200, 400, 504]).toContain((await ask(running, query)).status)
  expect(await ask(running, 'count(*)')).toMatchObject({ status: 200, body: { result: COUNT } })
})

test.each([
  ['is long', `"${'x'.repeat(64 * 1024)}"`, {}],
  ['has many words', `{${chain('a->', 20_000, ',').slice(0, 60_000)}}`, {}],
  ['is a chain of projections', `*${chain('{a->}', 12_000)}`, {}],
  ['is nested deep', `${chain('[', 200)}1${chain(']', 200)}`, {}],
  ['has a long chain of signs', `${chain('-', 7000)}1`, {}],
  ['has large parameters', '$text', { text: 'x'.repeat(1_100_000) }],
])('a query that %s is refused before it is read', async (_, query, params) => {
  const running = await startLake({ token: TOKEN, publicReads: true })
  expect(await ask(running, query, params)).toMatchObject({
    status: 400,
    body: { statusCode: 400, error: { type: 'queryTooLargeError' } },
  })
})

test('functions of a query’s own, which could double what the parser makes each time, are refused', async () => {
  const running = await startLake({ token: TOKEN, publicReads: true })
  const functions = Array.from(
    { length: 25 },
    (_, index) => `fn a::f${index + 1}($x) = $x{"a": a::f${index}(@), "b": a::f${index}(@)};`,
  )
  const query = `fn a::f0($x) = $x{"a": @}; ${functions.join(' ')} a::f25(*[0])`
  expect(await ask(running, query)).toMatchObject({
    status: 400,
    body: { error: { type: 'queryParseError' } },
  })
})

test('a mutation by query ends at the deadline, and changes nothing', async () => {
  const running = await startLake({ seedDir: writeSeed(MANY), queryDeadlineMs: 100 })
  const query = '*[count(*[count(*[n > ^.n + ^.^.n]) > 0]) > 0]'
  await expect(running.client.delete({ query })).rejects.toMatchObject({ statusCode: 504 })
  expect(await running.client.fetch('count(*)')).toBe(COUNT)
})

test('the filter of a webhook ends at its deadline', async () => {
  const [document] = MANY.map((fields) => toDocument({ ...fields, _rev: 'r' }))
  const change = { before: null, after: document ?? null, find: () => undefined, deadlineMs: 50 }
  const many = `[${chain('1', 300, ',')}]`
  const endless = parseDelta(`count(${many}[count(${many}[count(${many}[@ != ^]) > 0]) > 0]) > 0`)
  await expect(evaluateDelta(endless, change)).rejects.toMatchObject({ status: 504 })
})

// Steps, not time: how busy the machine is must not matter. To look at each once for each would be 160,000.
test.each([
  ['*[_id in *[_id in *[_id in *[_id in *[_id != "e"]._id]._id]._id]._id]._id', COUNT],
  ['*[n in *[n in *[n in *[n >= 0].n].n].n]._id', COUNT],
  ['*[n > 0 && count(*[count(*[n > 5]) > 0]) > 1]._id', COUNT - 1],
  ['*{"n": count(*[_type == "odd" && ref._ref == ^._id])}', COUNT],
  ['*{"n": count(*[_type == "odd" && references(^._id)])}', COUNT],
  ['*{"n": count(*[^._id in list[]._ref])}', COUNT],
  ['*{"n": *[_id == ^.ref._ref][0].title}', COUNT],
  ['*{"n": *[_id in ^.list[]._ref].title}', COUNT],
  ['*{"n": count(*[n == ^.n][title == ^.title])}', COUNT],
])('%s takes work that grows with the documents, not with their square', (query, length) => {
  const answer = runQuery(corpus, { query, params: {}, view: 'raw' }, { steps: 60_000 })
  expect(answer).toHaveLength(length)
})

test('the cache of queries stays small, whatever is asked', async () => {
  const running = await startLake({ token: TOKEN, publicReads: true })
  for (let index = 0; index < 60; index++) {
    await ask(running, `"${index}${'x'.repeat(40_000)}"`)
    await ask(running, `"${index}${'x'.repeat(12_000)}"`)
    await ask(running, '$text', { text: `${index}${'x'.repeat(500_000)}` })
  }
  expect(keptPlans()).toBeLessThanOrEqual(256 * 1024)
})

test('editors are answered while strangers wait for their turn, and only so many strangers may wait', async () => {
  const running = await startLake({
    seedDir: writeSeed(MANY),
    token: TOKEN,
    publicReads: true,
    queryDeadlineMs: 100,
  })
  const endless = 'count(*[count(*[count(*[n > ^.n + ^.^.n]) > 0]) > 0])'
  let isAnswered = 0
  const strangers = Array.from({ length: 30 }, async () => {
    const { status } = await ask(running, endless, {}, '')
    isAnswered++
    return status
  })
  expect(await ask(running, 'count(*)')).toMatchObject({ status: 200 })
  expect(await ask(running, 'count(*)')).toMatchObject({ status: 200 })
  expect(isAnswered).toBeLessThan(20)
  const statuses = await Promise.all(strangers)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
  expect(statuses.every((status) => status === 429 || status === 504)).toBe(true)
})

const nested = (levels: number) => JSON.parse(chain('[', levels) + chain(']', levels)) as unknown

test('what is nested deeper than an answer could be is refused, however it gets so deep', async () => {
  const { client } = await startLake()
  const within = { _id: 'deep', _type: 'pillar', deep: nested(499) }
  await client.create(within)
  expect(await client.fetch('*[_type == "pillar"]{"in": {"another": ^}}')).toHaveLength(1)
  expect(await client.fetch('*[_type == "pillar" && _id == "deep"]')).toMatchObject([within])
  const refusal = {
    statusCode: 400,
    message: expect.stringContaining('it is nested more than 500 levels deep, and no query could answer it'),
  }
  await expect(client.createOrReplace({ ...within, deep: nested(500) })).rejects.toMatchObject(refusal)
  await expect(
    client
      .patch('deep')
      .set({ deep: nested(500) })
      .commit(),
  ).rejects.toMatchObject(refusal)
  await expect(
    client
      .patch('deep')
      .set({ [`deep${'[0]'.repeat(498)}`]: [[]] })
      .commit(),
  ).rejects.toMatchObject(refusal)
  expect(await client.fetch('*[_id == "deep"]')).toMatchObject([within])
})
