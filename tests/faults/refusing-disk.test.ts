import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'
import { badDisk, hasBadDisks, REFUSALS, type BadDisk } from './support/bad-disk.ts'
import type { Acknowledged } from './support/load.ts'
import { verify } from './support/verify.ts'

const PATIENCE = { timeout: 90_000, interval: 500 }
/** Together more than the small disk's free pages: a database may still write where it has written before. */
const MAX_TRIES = 500

vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 })

const whole = { integrity: 'ok', lost: [], torn: 0, doubled: 0 }
let folder: string
let disk: BadDisk | undefined
let site: OwnSite
let acknowledged: Acknowledged[]
let edits: string[]
beforeEach(async () => {
  folder = await newBuiltSite()
  acknowledged = []
  edits = []
})
afterEach(async () => {
  await site.kill()
  disk?.remove()
  removeSiteFolder(folder)
})

// Skipped where this process may neither mount a disk nor compile the calls that fail.
test.skipIf(!hasBadDisks).each(REFUSALS)(
  'a DATA_DIR whose disk is %s refuses posts and edits in words, serves pages, and recovers by itself',
  async (kind) => {
    const dataDir = path.join(folder, 'data')
    disk = badDisk(dataDir, kind, 6)
    await start()
    expect(await post()).toBe(201)
    expect(await edit()).toBe(200)
    disk.refuse()
    await meanwhileServed(async () => {
      expect(await until(503, post)).toBe(503)
      expect(await until(503, edit)).toBe(503)
    })

    await site.kill('SIGTERM')
    expect(site.child.exitCode).toBe(0)
    await start()
    await meanwhileServed(async () => {
      expect(await until(503, post)).toBe(503)
      expect(await until(503, edit)).toBe(503)
      disk?.recover()
      await vi.waitFor(async () => expect(await post()).toBe(201), PATIENCE)
      await vi.waitFor(async () => expect(await edit()).toBe(200), PATIENCE)
    })

    const present = await clientOf(site.url).fetch<string[]>(
      '*[_type == "note"].title',
      {},
      { perspective: 'raw' },
    )
    expect(edits.filter((title) => !present.includes(title))).toEqual([])
    await site.kill('SIGTERM')
    expect(site.child.exitCode).toBe(0)
    expect(verify(dataDir, acknowledged)).toEqual(whole)
  },
)

test.skipIf(!hasBadDisks).each(REFUSALS)(
  'a DIST_DIR whose disk is %s keeps the pages it has, and shows what was published once it recovers',
  async (kind) => {
    disk = badDisk(path.join(folder, 'dist'), kind, 24)
    await start()
    disk.refuse()
    await meanwhileServed(async () => {
      await publish('A lead that waits for its disk.')
      expect(await post()).toBe(201)
      await vi.waitFor(
        () => expect(site.output()).toMatch(/could not be (?:finished|published)|The disk of DIST_DIR/u),
        PATIENCE,
      )
      expect(await about()).not.toContain('A lead that waits for its disk.')
    })

    await site.kill('SIGTERM')
    expect(site.child.exitCode).toBe(0)
    await start()
    await meanwhileServed(async () => {
      expect(await post()).toBe(201)
      expect(await about()).toContain('</html>')
      disk?.recover()
      await vi.waitFor(
        async () => expect(await about()).toContain('A lead that waits for its disk.'),
        PATIENCE,
      )
      await publish('The lead after that.')
      await vi.waitFor(async () => expect(await about()).toContain('The lead after that.'), PATIENCE)
    })
    await site.kill('SIGTERM')
    expect(site.child.exitCode).toBe(0)
    expect(verify(path.join(folder, 'data'), acknowledged)).toEqual(whole)
  },
)

async function start(): Promise<void> {
  site = await startOwnSite(folder, SITE_PROCESS, { RATE_LIMIT: 'off', ...disk?.env })
}

/** Asks for the page again and again while that is done: each answer is whole, and the process is the same. */
async function meanwhileServed(work: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const answers = new Set<string>()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const asked = fetch(site.url).then(
        async (response) => [response.status, await response.text()] as const,
      )
      const [status, html] = await asked.catch((error: unknown) => [String(error), ''] as const)
      answers.add(`${status} ${html.includes('</html>') ? 'whole' : 'broken'}`)
      await pause(50)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await asking
  }
  expect([...answers]).toEqual(['200 whole'])
  expect(site.child.exitCode, site.output().slice(-2_000)).toBeNull()
}

/** Does it again until it answers with that status, as often as it takes to use up what room there was. */
async function until(status: number, act: () => Promise<number>): Promise<number> {
  let last = 0
  for (let tries = 0; tries < MAX_TRIES && last !== status; tries += 1) last = await act()
  return last
}

/** Joins the waitlist, and expects an answer that is right: stored, or refused in the API's words. */
async function post(): Promise<number> {
  const key = `disk-${crypto.randomUUID()}`
  const fields = { email: `${key}@example.com`, firstName: 'Ada', useCase: 'long '.repeat(3_000).trim() }
  const response = await fetch(`${site.url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...fields, age: 60_000 }),
  })
  const answer: unknown = await response.json()
  if (response.status === 201) acknowledged.push({ kind: 'waitlist', key, fields })
  else {
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(answer).toMatchObject({ status: 503, type: expect.stringMatching(/^\/api\/problems#/u) })
  }
  return response.status
}

/** Edits a draft, and expects an answer that is right: stored, or refused in the shape that the Studio knows. */
async function edit(): Promise<number> {
  const title = crypto.randomUUID()
  const [_id, text] = [`drafts.${title}`, title.repeat(2_000)]
  const response = await mutate([{ createOrReplace: { _id, _type: 'note', title, text } }])
  const answer: unknown = await response.json()
  if (response.status === 200) edits.push(title)
  else {
    const error = { type: expect.any(String), description: expect.any(String) }
    expect(answer).toMatchObject({ statusCode: response.status, error })
  }
  return response.status
}

async function publish(lead: string): Promise<void> {
  expect((await mutate([{ patch: { id: 'about', set: { lead } } }])).status).toBe(200)
}

function mutate(mutations: object[]): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ mutations })
  return fetch(`${site.url}/v2025-02-19/data/mutate/production`, { method: 'POST', headers, body })
}

async function about(): Promise<string> {
  return (await fetch(`${site.url}/about`)).text()
}
