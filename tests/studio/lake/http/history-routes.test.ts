import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from '../../../../studio/lake/history/history.ts'
import { historyRoutes } from '../../../../studio/lake/http/history-routes.ts'
import { startLake, type RunningLake } from '../fixture.ts'

async function readHistory({ url }: RunningLake, path: string) {
  const response = await fetch(`${url}/v2025-02-19/data/history/production/${path}`)
  expect(response.status).toBe(200)
  return response.text()
}

/** The routes over the same history, with room for so many characters in an answer. */
function routesWith({ dataDir }: RunningLake, most: number) {
  const database = new DatabaseSync(join(dataDir, 'lake.db'), { readOnly: true })
  onTestFinished(() => database.close())
  return historyRoutes(createHistory(database, most), most).onError((error) => new Response(error.message))
}

/** A time as a clock two hours west shows it, for an address. */
function zoned(time: number): string {
  return encodeURIComponent(new Date(time - 7_200_000).toISOString().replace('Z', '-02:00'))
}

test('an answer holds each document once, and no more than memory has room for', async () => {
  const running = await startLake()
  const twice = JSON.parse(await readHistory(running, 'documents/home,faq-one,home'))
  expect(twice.documents).toMatchObject([{ _id: 'home' }, { _id: 'faq-one' }])
  const narrow = routesWith(running, 200)
  for (const [asked, what] of [
    ['documents/home', 'states'],
    ['documents/home?lastRevision=true', 'states'],
    ['transactions/home', 'transactions'],
  ]) {
    const answer = await narrow.request(`/data/history/production/${asked}`)
    expect(await answer.text()).toBe(`These ${what} are too large for one answer. Ask for fewer.`)
  }
})

test('many small edits of a large document are no larger an answer than one edit may be', async () => {
  const running = await startLake()
  const body = 'x'.repeat(1_000)
  await running.client.createOrReplace({ _id: 'long', _type: 'pillar', body })
  for (const end of ['a', 'b', 'c'])
    await running.client
      .patch('long')
      .set({ body: body + end })
      .commit()
  const routes = routesWith(running, 5_000)
  const path = '/data/history/production/transactions/long?excludeContent=true&reverse=true'
  expect(await (await routes.request(`${path}&effectFormat=mendoza`)).text()).toMatch(/too large/u)
  expect(await (await routes.request(`${path}&effectFormat=mendoza&limit=1`)).text()).toContain('"effects"')
  expect((await (await routes.request(path)).text()).split('\n')).toHaveLength(5)
})

test('times are read in every way they are written, and what is none is refused', async () => {
  const running = await startLake()
  const { client, url } = running
  const first = await client.createOrReplace({ _id: 'one', _type: 'pillar', title: 'First' })
  const second = await client.patch('one').set({ title: 'Second' }).commit()
  const [before, after] = [Date.parse(first._updatedAt), Date.parse(second._updatedAt)]
  const titleAt = async (time: string) =>
    JSON.parse(await readHistory(running, `documents/one?time=${time}`)).documents[0]?.title
  expect([await titleAt(zoned(before)), await titleAt(zoned(after))]).toEqual(['First', 'Second'])
  const wholeSecond = new Date(before).toISOString().replace(/\.\d+Z/u, 'Z')
  expect(await titleAt(wholeSecond)).toBe(Date.parse(wholeSecond) < before ? undefined : 'First')
  const told = await readHistory(running, `transactions/one?fromTime=${wholeSecond}`)
  expect(told.trim().split('\n')).toHaveLength(2)
  const odd = await fetch(`${url}/v2025-02-19/data/history/production/documents/one?time=soon`)
  expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining('`time` is no time')])
})
