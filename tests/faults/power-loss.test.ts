import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startLoad, type Acknowledged } from './support/load.ts'
import { compileShim, hasCompiler } from './support/shim.ts'
import { startTarget } from './support/start-target.ts'
import { verify } from './support/verify.ts'

vi.setConfig({ testTimeout: 300_000 })

const whole = { integrity: 'ok', lost: [], torn: 0, doubled: 0 }
const folder = mkdtempSync(path.join(tmpdir(), 'power-'))
const shim = hasCompiler ? compileShim('power-loss') : ''

/** Runs a load on `disk`, cuts the power, and leaves in `disk` only what had been synced. */
async function cutPower(
  disk: string,
  name: string,
  ms: number,
  synchronous: string,
): Promise<Acknowledged[]> {
  const synced = `${disk}-synced`
  cpSync(disk, synced, { recursive: true })
  const target = await startTarget(disk, {
    LD_PRELOAD: shim,
    POWER_LOSS_FROM: disk,
    POWER_LOSS_TO: synced,
    SYNCHRONOUS: synchronous,
  })
  const load = startLoad(target.url, name)
  await load.reached(40)
  await pause(ms)
  await target.kill()
  await load.stop()
  rmSync(disk, { recursive: true })
  cpSync(synced, disk, { recursive: true })
  rmSync(synced, { recursive: true })
  return load.acknowledged
}

function newDisk(name: string): string {
  const disk = path.join(folder, name)
  mkdirSync(disk)
  return disk
}

test.skipIf(!hasCompiler)(
  '20 power cuts under load lose no acknowledged post (needs a C compiler)',
  async () => {
    const disk = newDisk('full')
    const all: Acknowledged[] = []
    for (let round = 1; round <= 20; round += 1) {
      const acknowledged = await cutPower(disk, `power-${round}`, 10 * round, 'full')
      all.push(...acknowledged)
      expect(verify(disk, acknowledged), `round ${round}`).toEqual(whole)
    }
    expect(verify(disk, all)).toEqual(whole)
  },
)

test.skipIf(!hasCompiler)(
  'the same cut does lose posts with synchronous=NORMAL, so the test above can fail',
  async () => {
    const disk = newDisk('normal')
    await cutPower(disk, 'tables', 0, 'full')
    let lost = 0
    // A cut right after SQLite's own checkpoint loses nothing, so one alone may be lucky.
    for (let round = 1; round <= 5 && lost === 0; round += 1) {
      const acknowledged = await cutPower(disk, `control-${round}`, 50, 'normal')
      const findings = verify(disk, acknowledged)
      expect(findings).toMatchObject({ integrity: 'ok', torn: 0 })
      lost += findings.lost.length
    }
    expect(lost).toBeGreaterThan(0)
  },
)
