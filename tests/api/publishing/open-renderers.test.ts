import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isOperational } from '../../../api/contract/operational-error.ts'
import { openRenderers } from '../../../api/publishing/open-renderers.ts'
import type { Manifest, Renderer } from '../../../api/publishing/renderer.ts'
import { eventually } from '../../support/eventually.ts'

const input = { dist: '', settings: { origin: '' }, awaited: [] }

/** What a bundle exports, except where a test gives something else. */
const BUNDLE = `
  export const documentTypes = ['page']
  export const contentSource = () => ({ name: 'none', client: {} })
  export const publish = async () => ({ sentence: 'Published.' })
  export const finishRelease = async () => {}
  export const currentManifest = async () => ({ id: process.env.LAKE_URL })
  let listener
  export const openPreview = () => ({
    subscribe: (given) => { listener = given },
    moment: async () => { listener(); return 'now' },
  })
`

/** A site whose bundle is these lines. */
function siteOf(code: string, limits: { deadlineMs?: number; memoryMb?: number; idleMs?: number } = {}) {
  const dist = mkdtempSync(path.join(tmpdir(), 'site-'))
  mkdirSync(path.join(dist, 'server'))
  let version = 1_700_000_000
  function build(lines: string): void {
    const file = path.join(dist, 'server/publish.js')
    writeFileSync(path.join(dist, 'server/package.json'), '{"type":"module"}')
    writeFileSync(file, lines)
    version += 10
    utimesSync(file, version, version)
  }
  build(code)
  const deaths: string[] = []
  const site = openRenderers({
    dist,
    env: { LAKE_URL: 'http://lake' },
    onDeath: (sentence) => deaths.push(sentence),
    ...limits,
  })
  onTestFinished(() => site.close())
  return { site, build, deaths }
}

function withPublish(body: string): string {
  return BUNDLE.replace(/export const publish = .*/u, `export const publish = async () => { ${body} }`)
}

async function failureOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'It did not fail.',
    (error: Error) => error.message,
  )
}

test('a bundle is called with the variables that say where the content is', async () => {
  const { site } = siteOf(BUNDLE)
  const renderer = await site.current()
  expect(renderer.documentTypes).toEqual(['page'])
  expect(await renderer.publish(input)).toEqual({ sentence: 'Published.' })
  expect(await renderer.manifest('')).toEqual({ id: 'http://lake' })
  expect(await site.current()).toBe(renderer)
})

test('a slow render blocks nothing else of the server', async () => {
  const { site } = siteOf(
    withPublish(`const end = Date.now() + 1000; while (Date.now() < end); return { sentence: '' }`),
  )
  const renderer = await site.current()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 5)
  await renderer.publish(input)
  clearInterval(timer)
  // In the server's own thread there would be none.
  expect(turns).toBeGreaterThan(5)
})

test.each([
  ['ends', 'process.exit(3)', {}, /ended by itself/u],
  [
    'throws where nobody catches it',
    `setTimeout(() => { throw new Error('Lost.') }); await new Promise(() => {})`,
    {},
    /Lost\./u,
  ],
  [
    'takes more memory than it may',
    'const kept = []; for (;;) kept.push(new Array(100_000).fill({}).map(() => ({})))',
    { memoryMb: 48 },
    /memory/u,
  ],
  ['never ends', 'for (;;);', { deadlineMs: 3_000 }, /did not end within 3 s/u],
])(
  'a thread that %s fails its calls in words, and the next call gets another one',
  async (_, body, limits, words) => {
    const { site, build, deaths } = siteOf(withPublish(body), limits)
    const renderer = await site.current()
    const [failure, other] = await Promise.all([
      failureOf(renderer.publish(input)),
      failureOf(renderer.finishRelease('', {} as Manifest).then(() => renderer.publish(input))),
    ])
    expect(failure).toMatch(words)
    expect(other).toMatch(words)
    expect(failure).toMatch(/^The thread that renders pages ended: .* It is started again\.$/u)
    await renderer.ended
    expect(deaths).toEqual([failure])
    expect(await failureOf(renderer.publish(input))).toBe(failure)
    build(BUNDLE)
    expect(await (await site.current()).publish(input)).toEqual({ sentence: 'Published.' })
  },
)

test('a bundle’s rejection reaches the caller, and its thread goes on', async () => {
  const { site } = siteOf(withPublish(`throw new Error('No space is left.')`))
  const renderer = await site.current()
  expect(await failureOf(renderer.publish(input))).toBe('No space is left.')
  await renderer.finishRelease('', {} as Manifest)
  expect(await site.current()).toBe(renderer)
})

test('an operational error stays one on its way out of the thread', async () => {
  const { site } = siteOf(
    withPublish(
      `throw Object.assign(new Error('One. Two.'), { name: 'OperationalError', sentences: ['One.', 'Two.'] })`,
    ),
  )
  const failure: unknown = await (await site.current()).publish(input).catch((error: unknown) => error)
  expect(isOperational(failure) && failure.sentences).toEqual(['One.', 'Two.'])
})

test('a bundle that can’t be loaded says why, and a working one replaces it', async () => {
  const { site, build } = siteOf('export const documentTypes = [')
  expect(await failureOf(site.current())).toMatch(/Unexpected end of input/u)
  build(BUNDLE)
  expect((await site.current()).documentTypes).toEqual(['page'])
})

test('a new bundle replaces the old one once that has answered its calls', async () => {
  const { site, build, deaths } = siteOf(
    withPublish(`await new Promise((done) => setTimeout(done, 300)); return { sentence: 'Old.' }`),
  )
  const old = await site.current()
  const publishing = old.publish(input)
  build(withPublish(`return { sentence: 'New.' }`))
  const fresh = await site.current()
  expect(fresh).not.toBe(old)
  await old.ended
  expect(await fresh.publish(input)).toEqual({ sentence: 'New.' })
  expect(await publishing).toEqual({ sentence: 'Old.' })
  expect(deaths).toEqual([])
})

test('changes of the drafts come out of the thread', async () => {
  const { site } = siteOf(BUNDLE)
  const renderer: Renderer = await site.current()
  const drafts = await renderer.drafts({ template: '', origin: '' })
  const heard = vi.fn<() => void>()
  const stop = drafts.subscribe(heard)
  expect(await drafts.moment()).toBe('now')
  await eventually(() => expect(heard).toHaveBeenCalledTimes(1))
  stop()
  await drafts.moment()
  await drafts.moment()
  expect(heard).toHaveBeenCalledTimes(1)
})

/** What it knows is gone with its thread: how often it was asked, and its drafts. */
const COUNTING = BUNDLE.replace(
  /export const currentManifest = .*/u,
  `let asked = 0
  export const currentManifest = async () => ({ id: String(asked += 1) })`,
)

test('an idle thread ends, and the next call starts a fresh one', async () => {
  const { site, deaths } = siteOf(COUNTING, { idleMs: 50 })
  const renderer = await site.current()
  const ended = vi.fn<() => void>()
  void renderer.ended.then(ended)
  expect(await renderer.manifest('')).toEqual({ id: '1' })
  expect(site.keepAwake()).toBe(true)
  await vi.waitFor(() => expect(site.keepAwake()).toBe(false), { interval: 100 })
  // It is of use as before: its holder need not know.
  expect(await site.current()).toBe(renderer)
  expect(await renderer.manifest('')).toEqual({ id: '1' })
  expect(site.keepAwake()).toBe(true)
  expect(ended).not.toHaveBeenCalled()
  expect(deaths).toEqual([])
})

test('a thread that is kept awake does not end', async () => {
  const { site } = siteOf(COUNTING, { idleMs: 400 })
  // Nothing has started that could rest.
  expect(site.keepAwake()).toBe(true)
  const renderer = await site.current()
  await renderer.manifest('')
  const end = Date.now() + 1_000
  while (Date.now() < end) {
    expect(site.keepAwake()).toBe(true)
    await pause(20)
  }
  expect(await renderer.manifest('')).toEqual({ id: '2' })
})

test('a pending call keeps the thread up', async () => {
  const { site } = siteOf(
    withPublish(`await new Promise((done) => setTimeout(done, 500)); return { sentence: 'Late.' }`),
    { idleMs: 20 },
  )
  expect(await (await site.current()).publish(input)).toEqual({ sentence: 'Late.' })
})

test('no call is lost to a thread that is about to end', async () => {
  const { site, deaths } = siteOf(BUNDLE, { idleMs: 3 })
  const renderer = await site.current()
  for (let call = 0; call < 21; call += 1) {
    await pause(call % 7)
    expect(await renderer.publish(input)).toEqual({ sentence: 'Published.' })
  }
  expect(deaths).toEqual([])
})

test('a bundle without a running thread is replaced and stopped like any other', async () => {
  const { site, build, deaths } = siteOf(COUNTING, { idleMs: 20 })
  const old = await site.current()
  await vi.waitFor(() => expect(site.keepAwake()).toBe(false), { interval: 100 })
  build(withPublish(`return { sentence: 'New.' }`))
  expect(await (await site.current()).publish(input)).toEqual({ sentence: 'New.' })
  await old.ended
  expect(await failureOf(old.publish(input))).toMatch(/a newer one took its place/u)
  await vi.waitFor(() => expect(site.keepAwake()).toBe(false), { interval: 100 })
  const fresh = await site.current()
  await site.close()
  expect(await failureOf(fresh.publish(input))).toMatch(/the server stops/u)
  expect(deaths).toEqual([])
})

test('drafts that are followed keep the thread up, and are opened again after a rest', async () => {
  const { site } = siteOf(BUNDLE, { idleMs: 50 })
  const drafts = await (await site.current()).drafts({ template: '', origin: '' })
  const heard = vi.fn<() => void>()
  const stop = drafts.subscribe(heard)
  await pause(300)
  expect(site.keepAwake()).toBe(true)
  stop()
  await vi.waitFor(() => expect(site.keepAwake()).toBe(false), { interval: 100 })
  drafts.subscribe(heard)
  expect(await drafts.moment()).toBe('now')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
})
