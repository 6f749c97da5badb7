import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { newApp } from '../support/app.ts'
import { edit, startPublishing } from '../support/publishing.ts'

const checkEditor = () => Promise.resolve({ name: 'Ada', role: 'administrator' as const })

test('going back pins the site, and going forward to the newest publishes what waited', async () => {
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
  expect(waiting.message).toMatch(
    /^The site is held at an earlier version\. .* an administrator goes forward/u,
  )
  expect(site.current().documents['home']).toBe('one')

  expect(await (await go(newest?.id)).json()).toMatchObject({ pinned: null })
  await becomes('home', 'live', 'three')
  const unknown = await go('nothing')
  expect(unknown.status).toBe(409)
  expect(await unknown.text()).toMatch(/There is no such version/u)
})

test('a queued run leaves a site that went back as it is', async () => {
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
  const [, earlier, { id: gone } = { id: '' }] = (await releases()).releases
  site.kept.delete(gone)
  const go = async (id = '') => (await fetch(`${url}/api/releases/${id}/switch`, { method: 'POST' })).status
  for (const held of [undefined, earlier?.id]) {
    if (held !== undefined) expect(await go(held)).toBe(200)
    const before = await releases()
    expect(before.pinned ?? undefined).toBe(held)
    expect(await go(gone)).toBe(409)
    expect(await releases()).toEqual(before)
  }
})

test('a switch that fails unexpectedly leaves the site unpinned', async () => {
  const { url, site, call, becomes, releases } = await startPublishing()
  await call(await edit(site, 'home', 'one'))
  await becomes('home', 'live', 'one')
  const before = await releases()
  const older = before.releases.at(-1)?.id ?? ''
  const { switchRelease } = site.renderer
  site.renderer.switchRelease = () => Promise.reject(new Error('ENOSPC: no space left on device'))
  const go = () => fetch(`${url}/api/releases/${older}/switch`, { method: 'POST' })
  expect((await go()).status).toBe(500)
  expect(await releases()).toEqual(before)
  await call(await edit(site, 'home', 'two'))
  await becomes('home', 'live', 'two')

  // The thread may end before it tells of what it did.
  site.renderer.switchRelease = (dist, id) =>
    switchRelease(dist, id).then(() => Promise.reject(new Error('The thread that renders pages ended.')))
  expect(await (await go()).json()).toMatchObject({ current: older, pinned: older })
  await call(await edit(site, 'home', 'three'))
  await becomes('home', 'waiting', 'three')
})

test('each switch has a line in the audit list, even to a version listed under another id', async () => {
  const { service, site, call, becomes } = await startPublishing()
  const { forms } = newApp()
  onTestFinished(() => forms.close())
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: site.release,
    forms,
    readers: { checkEditor },
    publishing: { service, secret: undefined, checkEditor },
  })
  const go = (id: string) => app.request(`/api/releases/${id}/switch`, { method: 'POST' }, {})
  const lines = async () => (await app.request('/api/audit', {}, {})).json()

  await call(await edit(site, 'home', 'one'))
  await becomes('home', 'live', 'one')
  const lent = site.current()
  await call(await edit(site, 'nowhere', 'one'))
  await becomes('nowhere', 'live', 'one')
  const lender = site.current()
  const { releases } = await service.releases()
  expect(releases.map(({ id, at }) => [id, at])[0]).toEqual([lender.id, lent.at])

  expect((await go(lent.id)).status).toBe(200)
  expect(site.current().id).toBe(lent.id)
  const detail = `Switched the site to the version of ${lent.at.slice(0, 16).replace('T', ' ')} UTC`
  expect(await lines()).toMatchObject([{ editor: 'Ada', action: 'switch', detail }])
  expect((await go(lender.id)).status).toBe(200)
  expect(await lines()).toMatchObject([{ detail }, { detail }])
  expect((await go('nothing')).status).toBe(409)
  expect(await lines()).toHaveLength(2)
})
