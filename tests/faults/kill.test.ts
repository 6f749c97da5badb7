import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startLoad, type Acknowledged } from './support/load.ts'
import { startTarget } from './support/start-target.ts'
import { verify } from './support/verify.ts'

vi.setConfig({ testTimeout: 300_000 })

const whole = { integrity: 'ok', lost: [], torn: 0, doubled: 0 }

test('20 kills under load lose no acknowledged post, and tear none', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kill-'))
  const all: Acknowledged[] = []
  for (let round = 1; round <= 20; round += 1) {
    const target = await startTarget(dataDir)
    const load = startLoad(target.url, `kill-${round}`)
    await load.reached(50)
    await pause(10 * round)
    await target.kill()
    await load.stop()
    all.push(...load.acknowledged)
    expect(verify(dataDir, load.acknowledged), `round ${round}`).toEqual(whole)
  }
  expect(verify(dataDir, all)).toEqual(whole)
})

test('a post that a kill left without an answer is stored once when it is repeated', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kill-'))
  const first = await startTarget(dataDir)
  const load = startLoad(first.url, 'repeat')
  await load.reached(100)
  await first.kill()
  await load.stop()

  const second = await startTarget(dataDir)
  for (const { kind, key, fields } of load.acknowledged.slice(-50)) {
    const body = JSON.stringify({ ...fields, age: 90_000, ...(kind === 'contact' && { token: key }) })
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    expect((await fetch(`${second.url}/api/${kind}`, { method: 'POST', headers, body })).status).toBe(201)
  }
  await second.kill('SIGTERM')
  expect(verify(dataDir, load.acknowledged)).toEqual(whole)
})
