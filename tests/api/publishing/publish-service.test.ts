import { expect, onTestFinished, test, vi } from 'vitest'
import { ContentError } from '../../../api/contract/content-error.ts'
import { eventually } from '../../support/eventually.ts'
import { edit, hookOf, startPublishing } from '../support/publishing.ts'

const WELL = {
  pinned: null,
  held: [],
  waiting: [],
  failure: null,
  faults: [],
  isServed: true,
  approval: 'off',
}

test('a site without problems reports none', async () => {
  const { publishes } = await startPublishing()
  expect(await publishes()).toEqual(WELL)
})

test('a held document is reported with the first field to mend, until it is mended', async () => {
  const { site, call, publishes } = await startPublishing()
  site.content.set('about', { _rev: 'r1', at: new Date().toISOString() })
  const faults = [{ message: 'Its page breaks.' }, { message: '“Mission” is empty.', path: 'mission' }]
  site.state.held = [
    { _id: 'about', _type: 'about', _rev: 'broken', faults },
    { _id: 'faq-a', _type: 'faqGroup', _rev: null, faults: [] },
  ]
  await call(await hookOf('about', 'broken'))
  const held = [
    { documentId: 'about', type: 'about', isShown: true, path: 'mission', message: '“Mission” is empty.' },
    { documentId: 'faq-a', type: 'faqGroup', isShown: false },
  ]
  await vi.waitFor(async () => expect(await publishes()).toEqual({ ...WELL, held }), 10_000)
  site.state.held = []
  await call(await hookOf('about', 'sound'))
  await vi.waitFor(async () => expect(await publishes()).toEqual(WELL), 10_000)
})

test('the reason nothing goes live never shows internal addresses, here or in receipts', async () => {
  const { site, call, publishes, becomes } = await startPublishing()
  site.state.failure =
    'Could not read the content lake at http://127.0.0.1:3000: connect ECONNREFUSED ::1:3000. Check that it runs.'
  await call(await hookOf('about', 'r1'))
  await becomes('about', 'waiting')
  await call(await hookOf('about', 'r2'))
  const { message } = await becomes('about', 'waiting', 'r2')
  const told = 'Could not read the content lake: connect ECONNREFUSED. Check that it runs.'
  expect(message).toBe(`${told} It is tried again by itself.`)
  expect(await publishes()).toEqual({ ...WELL, waiting: ['about'], failure: told })
})

test('a receipt names the pages that its document is on by now, whichever publish brought it there', async () => {
  const { site, call, becomes, receipt } = await startPublishing()
  await call(await edit(site, 'step', 'r1'))
  expect(await becomes('step', 'live', 'r1')).toMatchObject({ pages: [] })
  site.pages['step'] = ['/']
  await call(await edit(site, 'home', 'r1'))
  await becomes('home', 'live', 'r1')
  expect(await receipt('step')).toMatchObject({ state: 'live', revision: 'r1', pages: ['/'] })
  site.pages['step'] = []
  await call(await edit(site, 'home', 'r2'))
  await becomes('home', 'live', 'r2')
  expect(await receipt('step')).toMatchObject({ state: 'live', revision: 'r1', pages: [] })
})

test('a pinned site says when its release was made', async () => {
  const { site, url, call, publishes, becomes, releases } = await startPublishing()
  site.content.set('about', { _rev: 'r1', at: new Date().toISOString() })
  await call(await hookOf('about', 'r1'))
  await becomes('about', 'live', 'r1')
  const [, earlier] = (await releases()).releases
  if (!earlier) throw new Error('There is one release only.')
  await fetch(`${url}/api/releases/${earlier.id}/switch`, { method: 'POST' })
  expect(await publishes()).toEqual({ ...WELL, pinned: { at: earlier.at } })
  await call(await edit(site, 'home', 'r1'))
  expect(await publishes()).toMatchObject({ waiting: ['home'], failure: null })
})

test('a failed build is reported with what to mend, while publishes go into the served site', async () => {
  const fault = {
    documentId: 'about',
    type: 'page',
    title: 'About',
    path: 'mission',
    message: 'It is empty.',
  }
  const state = { isMended: false, builds: 0 }
  const { site, call, publishes, becomes, url } = await startPublishing({
    build: async () => {
      state.builds += 1
      if (!state.isMended) throw new ContentError('In the dataset: It is empty.', [fault])
    },
  })
  const told = { ...WELL, failure: 'In the dataset: It is empty.', faults: [fault] }
  await eventually(async () => expect(await publishes()).toEqual(told))
  const ready = async () => (await fetch(`${url}/api/ready`)).json() as Promise<unknown>
  expect(await ready()).toMatchObject({ status: 'degraded', dependencies: { site: 'failing' } })
  await call(await edit(site, 'home', 'of the old code'))
  await becomes('home', 'live')
  expect(await publishes()).toEqual(told)

  state.isMended = true
  await call(await edit(site, 'about', 'mended'))
  await becomes('about', 'live')
  await eventually(async () => expect(await publishes()).toEqual(WELL))
  expect(await ready()).toMatchObject({ status: 'ok', dependencies: { site: 'ok' } })
  const { builds } = state
  expect(builds, 'each run tried it').toBeGreaterThan(2)
  await call(await edit(site, 'home', 'of the new code'))
  await becomes('home', 'live', 'of the new code')
  expect(state.builds, 'what is built once stays built').toBe(builds)
})

test('a late webhook for a live revision leaves its receipt as it is', async () => {
  const { site, call, receipt, becomes } = await startPublishing()
  const at = new Date().toISOString()
  site.content.set('home', { _rev: 'r1', at })
  await call(await hookOf('home', 'r1', { at }))
  const live = await becomes('home', 'live', 'r1')
  const over = Promise.withResolvers<void>()
  site.state.until = over.promise
  onTestFinished(() => over.resolve())
  expect((await call(await hookOf('home', 'r1', { at, signedAt: Date.now() - 1_000 }))).status).toBe(202)
  expect(await receipt('home')).toEqual(live)
})
