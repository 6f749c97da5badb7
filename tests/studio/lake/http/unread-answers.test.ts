import { expect, test } from 'vitest'
import { startLake } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const DOC = 'data/doc/production/home'
const QUERY = `data/query/production?query=${encodeURIComponent('*[_id == "home"]')}`
const MB = 1024 * 1024

/** A public lake whose page has a megabyte. */
async function startPublic() {
  const { lake, clientWith } = await startLake({ token: TOKEN, publicReads: true })
  const client = clientWith({ token: TOKEN })
  const text = 'x'.repeat(MB)
  await client.createOrReplace({ _id: 'home', _type: 'home', text })
  const ask = (path: string, { address = '10.0.0.1', method = 'GET', token = '' } = {}) => {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
    return lake.fetch(new Request(`http://127.0.0.1:5100/v2025-02-19/${path}`, { headers, method }), {
      forwarded: false,
      address,
    })
  }
  const statusOf = async (path: string, options = {}) => (await ask(path, options)).status
  return { client, ask, statusOf }
}

test.each([DOC, QUERY])(
  'a stranger leaves some megabytes of content unread, and editors get theirs: %s',
  async (path) => {
    const { ask, statusOf } = await startPublic()
    // Answers to HEAD have no body to leave unread.
    for (let count = 0; count < 30; count += 1) await ask(path, { method: 'HEAD' })
    const unread: Response[] = []
    // Of the 32 MB that one address may leave unread, each answer has a little more than one.
    for (let count = 0; count < 31; count += 1) unread.push(await ask(path))
    expect(new Set(unread.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await ask(path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect([await statusOf(path, { address: '10.0.0.2' }), await statusOf(path, { token: TOKEN })]).toEqual([
      200, 200,
    ])

    const { headers, body } = unread[0] ?? expect.fail()
    const parts: Uint8Array[] = []
    for await (const part of body ?? []) parts.push(part)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(MB)
    const whole = Buffer.concat(parts)
    expect(headers.get('content-length')).toBe(String(whole.length))
    expect(JSON.parse(whole.toString())).toMatchObject(
      path === DOC ? { documents: [{ _id: 'home' }] } : { result: [{}] },
    )
    expect(await statusOf(path)).toBe(200)
  },
)

test('strangers together leave only so much unread, wherever they come from', async () => {
  const { ask, statusOf } = await startPublic()
  const unread: Response[] = []
  for (let count = 0; count < 64; count += 1) unread.push(await ask(DOC, { address: `10.0.0.${count}` }))
  expect(new Set(unread.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await statusOf(DOC, { address: '10.0.1.1' })).toBe(503)
  expect(await statusOf(DOC, { token: TOKEN })).toBe(200)
  await unread[0]?.body?.cancel()
  expect(await statusOf(DOC, { address: '10.0.1.1' })).toBe(200)
})

test('an editor can leave a hundred megabytes unread and no more, and no other editor waits for that', async () => {
  const { client, ask, statusOf } = await startPublic()
  await client.createOrReplace({ _id: 'home', _type: 'home', text: 'x'.repeat(1_900_000) })
  const editor = { token: TOKEN }
  for (let count = 0; count < 60; count += 1) await ask(QUERY, { ...editor, method: 'HEAD' })
  const unread: Response[] = []
  // Of the 96 MB that one address may leave unread, each answer has 1.9.
  for (let count = 0; count < 52; count += 1) unread.push(await ask(QUERY, editor))
  expect(new Set(unread.map(({ status }) => status))).toEqual(new Set([200]))
  for (const path of [QUERY, DOC, 'data/export/production', 'data/history/production/documents/home'])
    expect(await statusOf(path, editor)).toBe(429)
  expect(await statusOf('users/me', editor)).toBe(200)
  expect(await statusOf(QUERY, { ...editor, address: '10.0.0.2' })).toBe(200)
  const { headers } = unread[0] ?? expect.fail()
  const whole = Buffer.from((await unread[0]?.arrayBuffer()) ?? expect.fail())
  expect(headers.get('content-length')).toBe(String(whole.length))
  expect(JSON.parse(whole.toString())).toMatchObject({ result: [{ _id: 'home' }] })
  expect(await statusOf(QUERY, editor)).toBe(200)
})

test('a document is answered once, however often it is named, and all together have the length of an answer', async () => {
  const { client, ask } = await startPublic()
  const named = await ask(`data/doc/production/${Array(300).fill('home').join(',')},away,away`)
  expect(await named.json()).toMatchObject({ documents: [{ _id: 'home' }], omitted: [{ id: 'away' }] })

  const ids = Array.from({ length: 18 }, (_, index) => `copy-${index}`)
  const copies = ids.map((_id) => ({ create: { _id, _type: 'pillar', text: 'x'.repeat(1_900_000) } }))
  for (let from = 0; from < 18; from += 6) await client.mutate(copies.slice(from, from + 6))
  for (const token of ['', TOKEN]) {
    const refused = await ask(`data/doc/production/${ids.join(',')}`, { token })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { type: 'queryTooLargeError' } })
  }
})
