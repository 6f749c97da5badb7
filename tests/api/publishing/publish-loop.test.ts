import { expect, test, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createFakeSite } from '../support/fake-site.ts'
import { edit, hookOf, newFolder, startPublishing } from '../support/publishing.ts'

test('a publish is taken, and live once the served page has it', async () => {
  const { site, call, becomes, releases } = await startPublishing()
  const { id } = site.current()
  const answer = await call(await edit(site, 'about', 'r1'))
  expect(answer.status).toBe(202)
  expect(await becomes('about', 'live')).toMatchObject({
    revision: 'r1',
    pages: ['/about'],
    release: expect.any(String),
    tookMs: expect.any(Number),
  })
  expect(site.calls.at(-1)).toMatchObject([{ _id: 'about', _rev: 'r1' }])
  const { releases: list, current } = await releases()
  expect(list).toMatchObject([{ cause: 'publish', documents: ['about'] }, { cause: 'build' }])
  expect(current).toBe(site.current().id)
  expect(current).not.toBe(id)
})

test('a page that still shows the old state keeps a receipt from saying live', async () => {
  const { site, call, becomes } = await startPublishing()
  site.state.stuck.add('/about')
  await call(await edit(site, 'about', 'r1'))
  const waiting = await becomes('about', 'waiting')
  expect(waiting.message).toMatch(/^The page \/about is not served in its new state yet\./u)
  site.state.stuck.clear()
  await becomes('about', 'live', 'r1')
})

test('a document that no page reads is live on none, and a deleted one is gone from all', async () => {
  const { site, call, becomes } = await startPublishing()
  await call(await edit(site, 'faq-unused', 'r1'))
  expect(await becomes('faq-unused', 'live')).toMatchObject({ pages: [] })
  await call(await edit(site, 'about', 'r1'))
  await becomes('about', 'live', 'r1')
  site.content.delete('about')
  await call(await hookOf('about', null))
  expect(await becomes('about', 'live', null)).toMatchObject({ pages: [] })
  expect(site.calls.at(-1)).toMatchObject([{ _id: 'about', _rev: null }])
})

test('a revision that would break a page is held, with its faults', async () => {
  const { site, metrics, call, becomes } = await startPublishing()
  await call(await edit(site, 'about', 'good'))
  await becomes('about', 'live', 'good')
  const fault = { message: 'mission is empty.', path: 'mission' }
  site.state.held = [{ _id: 'about', _type: 'about', _rev: 'broken', faults: [fault] }]
  await call(await hookOf('about', 'broken'))
  expect(await becomes('about', 'held')).toMatchObject({
    revision: 'broken',
    faults: [{ message: 'mission is empty.', path: 'mission' }],
  })
  const text = await metrics.text()
  for (const line of [
    'site_publish_duration_seconds_count{verdict="live"} 1',
    'site_publish_duration_seconds_count{verdict="held"} 1',
    'site_held_documents 1',
    'site_publishes_waiting 0',
    'site_release_pinned 0',
  ])
    expect(text).toContain(`${line}\n`)
})

test('unfinished pictures are made without another webhook', async () => {
  const { site, call, becomes } = await startPublishing()
  site.state.unfinished = 3
  const runs = site.calls.length
  await call(await edit(site, 'about', 'r1'))
  await becomes('about', 'live', 'r1')
  await expect.poll(() => site.calls.length - runs).toBe(4)
})

test('a repeated webhook is done already', async () => {
  const { site, call, becomes, releases } = await startPublishing()
  const hook = await edit(site, 'home', 'r1')
  expect((await call(hook)).status).toBe(202)
  const first = await becomes('home', 'live')
  const runs = site.calls.length
  const again = await call(hook)
  expect([again.status, await again.json()]).toEqual([200, { status: 'done' }])
  expect(await becomes('home', 'live')).toEqual(first)
  expect(site.calls).toHaveLength(runs)
  expect((await releases()).releases).toHaveLength(2)
})

test('webhooks out of order end with the newest, and no older revision is awaited', async () => {
  const { site, call, becomes } = await startPublishing()
  const older = await edit(site, 'home', 'older')
  const newer = await edit(site, 'home', 'newer')
  await call(newer)
  const live = await becomes('home', 'live', 'newer')
  const runs = site.calls.length
  expect((await call(older)).status).toBe(202)
  await expect.poll(() => site.calls.length).toBeGreaterThan(runs)
  await eventually(async () => expect(await becomes('home', 'live', 'newer')).toEqual(live))
})

test('500 webhooks make one run at a time, and the last content wins', { timeout: 120_000 }, async () => {
  const { site, call, becomes, releases } = await startPublishing()
  site.state.takesMs = 20
  for (let count = 1; count <= 500; count += 1) {
    const hook = await edit(site, 'home', `r${count}`)
    expect((await call(hook)).status).toBe(202)
  }
  await becomes('home', 'live', 'r500')
  expect(site.state.mostAtOnce).toBe(1)
  expect(site.current().documents['home']).toBe('r500')
  // The store keeps 50 in its list; the site has one for each run that found something new.
  expect(site.kept.size - 1).toBeLessThanOrEqual(site.calls.length)
  expect(site.calls.length).toBeLessThan(500)
  expect((await releases()).releases.length).toBeLessThanOrEqual(50)
})

test('webhooks during a run are all in the next one', async () => {
  const { site, call, becomes } = await startPublishing()
  const { promise, resolve } = Promise.withResolvers<void>()
  site.state.until = promise
  await call(await edit(site, 'home', 'first'))
  await expect.poll(() => site.state.underWay).toBe(1)
  await call(await edit(site, 'home', 'second'))
  await call(await edit(site, 'home', 'third'))
  await call(await edit(site, 'about', 'other'))
  resolve()
  await becomes('home', 'live', 'third')
  await becomes('about', 'live', 'other')
  expect(site.calls).toHaveLength(3)
  expect(site.calls[2]?.map(({ _id, _rev }) => [_id, _rev])).toEqual([
    ['home', 'third'],
    ['about', 'other'],
  ])
})

test('a failed publish shows as waiting, and is tried again', async () => {
  const { site, call, becomes } = await startPublishing()
  site.state.failure = 'The content lake is away.'
  await call(await edit(site, 'home', 'r1'))
  const waiting = await becomes('home', 'waiting')
  expect(waiting.message).toBe('The content lake is away. It is tried again by itself.')
  site.state.failure = undefined
  await becomes('home', 'live', 'r1')
  expect(site.calls.at(-1)).toMatchObject([{ _id: 'home', _rev: 'r1' }])
})

test('a revision that never shows up blocks nothing else, and its receipt says so in the end', async () => {
  const { site, call, becomes, receipt } = await startPublishing({ lookForMs: 1_000 })
  await call(await hookOf('about', 'never'))
  await call(await edit(site, 'home', 'r1'))
  await becomes('home', 'live', 'r1')
  expect((await receipt('about'))?.state).toMatch(/^(?:received|rendering)$/u)
  const { message } = await becomes('about', 'waiting')
  expect(message).toMatch(/^The content does not show this document/u)
  // It is no longer looked for.
  await call(await edit(site, 'home', 'r2'))
  await becomes('home', 'live', 'r2')
  expect(site.calls.at(-1)).toMatchObject([{ _id: 'home' }])
})

test('a revision that shows up late goes live without another webhook', async () => {
  const { site, call, becomes } = await startPublishing()
  const hook = await hookOf('about', 'late')
  await call(hook)
  await expect.poll(() => site.calls.length).toBeGreaterThan(3)
  site.content.set('about', { _rev: 'late', at: '' })
  await becomes('about', 'live', 'late')
})

test('a document deleted before it was read is not awaited', async () => {
  const { call, becomes } = await startPublishing()
  await call(await hookOf('about', 'short-lived'))
  await call(await hookOf('about', null))
  expect(await becomes('about', 'live', null)).toMatchObject({ pages: [] })
})

test('a signed webhook replayed as a deletion under another key is the same webhook', async () => {
  const { site, call, becomes } = await startPublishing()
  const { body, headers } = await edit(site, 'about', 'r1')
  expect((await call({ body, headers })).status).toBe(202)
  const live = await becomes('about', 'live', 'r1')
  const altered = { ...headers, 'idempotency-key': 'another', 'sanity-operation': 'delete' }
  const again = await call({ body, headers: altered })
  expect([again.status, await again.json()]).toEqual([200, { status: 'done' }])
  expect(await becomes('about', 'live')).toEqual(live)
})

test('a deletion claimed by a header alone removes nothing, and the receipt stays', async () => {
  const { site, call, becomes, receipt } = await startPublishing({ lookForMs: 300 })
  await call(await edit(site, 'about', 'r1'))
  const live = await becomes('about', 'live', 'r1')
  const { body, headers } = await hookOf('about', 'r1', { at: '2100-01-01T00:00:00Z' })
  const altered = {
    ...headers,
    'sanity-operation': 'delete',
    'sanity-transaction-time': '2100-01-01T00:00:00Z',
  }
  expect((await call({ body, headers: altered })).status).toBe(202)
  await vi.waitFor(async () => expect(await receipt('about')).toEqual(live), 10_000)
  expect(site.current().documents['about']).toBe('r1')
})

test('webhooks taken before a stop are published after the next start', async () => {
  const first = await startPublishing()
  const { site } = first
  site.state.failure = 'The lake is away.'
  await first.call(await edit(site, 'about', 'r1'))
  await first.becomes('about', 'waiting')
  await first.stop()
  site.state.failure = undefined
  const second = await startPublishing({ site, dataDir: first.dataDir })
  expect(await second.becomes('about', 'live', 'r1')).toMatchObject({ pages: ['/about'] })
})

test('a run cut off by a stop is not a failure', async () => {
  const { site, metrics, call, stop } = await startPublishing()
  const { promise, resolve } = Promise.withResolvers<void>()
  site.state.until = promise
  await call(await edit(site, 'about', 'r1'))
  await expect.poll(() => site.state.underWay).toBe(1)
  const stopping = stop()
  site.state.failure = 'The renderer has ended.'
  resolve()
  await stopping
  expect(await metrics.text()).toContain('site_publish_failures_total 0\n')
})

test('a release left unfinished by a stop is finished after the next start, with retries', async () => {
  const first = await startPublishing()
  const { site } = first
  const finished: string[] = []
  const failures = [new Error('ENOSPC: no space left on device')]
  site.renderer.finishRelease = (_dist, { id }) => {
    finished.push(id)
    const failure = failures.pop()
    return failure ? Promise.reject(failure) : Promise.resolve()
  }
  await first.call(await edit(site, 'home', 'one'))
  await first.becomes('home', 'live', 'one')
  await first.stop()
  const { id } = site.current()
  expect(finished).not.toContain(id)

  await startPublishing({ dataDir: first.dataDir, site })
  await expect.poll(() => finished, { timeout: 5_000 }).toEqual([id])
  const { length: runs } = site.calls
  await expect.poll(() => finished, { timeout: 15_000 }).toEqual([id, id])
  // What it is finished with is remembered by a run.
  expect(site.calls.length).toBeGreaterThan(runs)
})

test('many edits cause one look for something to publish', async () => {
  const { site, expectPublish, becomes } = await startPublishing()
  const { length } = site.calls
  site.content.set('about', { _rev: 'untold', at: '' })
  for (let key = 0; key < 20; key += 1) expectPublish()
  await becomes('about', 'live', 'untold')
  expect(site.calls.slice(length)).toHaveLength(1)
})

test('a change without a webhook is found at the start, and has a receipt', async () => {
  const dataDir = newFolder()
  const site = createFakeSite(dataDir)
  site.content.set('about', { _rev: 'lost', at: '' })
  const { becomes, releases } = await startPublishing({ site, dataDir })
  await becomes('about', 'live', 'lost')
  expect((await releases()).releases).toMatchObject([
    { cause: 'sweep', documents: ['about'] },
    { cause: 'build' },
  ])
})
