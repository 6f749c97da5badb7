import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { botCheckFailed } from '../../api/contract/problems.ts'
import { AttemptFailed } from '../../api/delivery/attempt.ts'
import type { Sender } from '../../api/delivery/sender.ts'
import { startDelivery } from '../../api/delivery/worker.ts'
import { proofOfWork } from '../../api/forms/proof-of-work.ts'
import { at, contactPost } from '../api/support/posts.ts'
import { hookOf, SECRET } from '../api/support/publishing.ts'
import { newStore } from '../api/support/stores.ts'
import { solveToken } from '../api/support/token.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { removeSiteFolder, startOwnSite } from '../support/own-site.ts'

// A server starts, and builds its site where no earlier test did.
vi.setConfig({ testTimeout: 300_000 })

const yearMs = 365 * 24 * 3_600_000
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

test('a delivery postponed while the clock ran a year ahead is made once the clock is right', async () => {
  const store = newStore()
  let now = at + yearMs
  const failed = Promise.withResolvers<void>()
  const delivered = Promise.withResolvers<void>()
  const sender: Sender = {
    send: () => {
      if (now !== at) return Promise.reject(new AttemptFailed('AWAY'))
      delivered.resolve()
      return Promise.resolve()
    },
    check: async () => undefined,
    close: () => undefined,
  }
  await store.submit(contactPost('n1', { at: now }))
  const delivery = startDelivery({
    store,
    senders: new Map([['mail', sender]]),
    onError: () => undefined,
    onFailure: () => failed.resolve(),
    waitAfter: () => 5_000,
    pollMs: 20,
    now: () => now,
  })
  closers.push(delivery.stop, () => store.close())
  await failed.promise
  now = at
  await delivered.promise
})

test('a bot check that a clock jump made too old fails closed, and the next one passes', async () => {
  let now = Date.now()
  const check = proofOfWork(
    () => Promise.resolve('secret'),
    () => now,
  )
  const before = await solveToken(await check.challenge())
  now += yearMs
  await expect(check.verify(before)).rejects.toMatchObject({ problem: botCheckFailed })
  const after = await solveToken(await check.challenge())
  expect(await check.verify(after)).toMatch(/^[0-9a-f]{32}$/u)
})

test('webhooks that a wrong clock keeps out are in the log, once, with the difference', async () => {
  const folder = await newBuiltSite()
  const site = await startOwnSite(folder, SITE_PROCESS, { REBUILD_WEBHOOK_SECRET: SECRET })
  onTestFinished(async () => {
    await site.kill()
    removeSiteFolder(folder)
  })
  for (let call = 0; call < 3; call += 1) {
    const { body, headers } = await hookOf('home', `r${call}`, { signedAt: Date.now() - 3 * 3_600_000 })
    const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const answer = await fetch(`${site.url}/api/rebuild`, { method: 'POST', body, headers: given })
    expect(answer.status).toBe(401)
  }
  // What is written before the end is read by then.
  await site.kill('SIGTERM')
  const told = site.output().match(/"level":50.*signed.*$/gmu)
  expect(told).toEqual([expect.stringContaining('signed 3 hours before, by this machine’s clock')])
})
