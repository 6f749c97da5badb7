import { expect, test } from 'vitest'
import { edit, startPublishing } from '../support/publishing.ts'

test('going back holds the site, and going forward to the newest lets what waited go live', async () => {
  const { url, site, call, becomes, releases } = await startPublishing()
  await call(await edit(site, 'home', 'one'))
  await becomes('home', 'live', 'one')
  await call(await edit(site, 'home', 'two'))
  await becomes('home', 'live', 'two')
  const [newest, older] = (await releases()).releases
  const go = (id = '') => fetch(`${url}/api/releases/${id}/switch`, { method: 'POST' })

  expect(await (await go(older?.id)).json()).toMatchObject({ current: older?.id, pinned: older?.id })
  await call(await edit(site, 'home', 'three'))
  const waiting = await becomes('home', 'waiting', 'three')
  expect(waiting.message).toMatch(/^The site is held at an earlier version\. .*go forward/u)
  expect(site.current().documents['home']).toBe('one')

  expect(await (await go(newest?.id)).json()).toMatchObject({ pinned: null })
  await becomes('home', 'live', 'three')
  const unknown = await go('nothing')
  expect(unknown.status).toBe(409)
  expect(await unknown.text()).toMatch(/There is no such version/u)
})

test('a run that stands in line while the site goes back leaves it there', async () => {
  const { url, site, call, becomes, releases } = await startPublishing()
  await call(await edit(site, 'home', 'one'))
  await becomes('home', 'live', 'one')
  const [, build] = (await releases()).releases
  const { promise, resolve } = Promise.withResolvers<void>()
  site.state.until = promise
  await call(await edit(site, 'home', 'two'))
  await expect.poll(() => site.state.underWay).toBe(1)
  const switched = fetch(`${url}/api/releases/${build?.id}/switch`, { method: 'POST' })
  await call(await edit(site, 'home', 'three'))
  resolve()
  expect((await switched).status).toBe(200)
  await becomes('home', 'waiting', 'three')
  expect(site.current().id).toBe(build?.id)
})

test('a release that is no longer on disk leaves everything as it is', async () => {
  const { url, site, call, becomes, releases } = await startPublishing()
  for (const revision of ['one', 'two']) {
    await call(await edit(site, 'home', revision))
    await becomes('home', 'live', revision)
  }
  const before = await releases()
  const gone = before.releases.at(-1)?.id ?? ''
  site.kept.delete(gone)
  const answer = await fetch(`${url}/api/releases/${gone}/switch`, { method: 'POST' })
  expect(answer.status).toBe(409)
  expect(await releases()).toEqual(before)
})
