import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskFaultOf } from '../../../../api/contract/disk-fault.ts'
import { inStage, stageFrom } from '../../../../web/publisher/release/stage.ts'
import { canMount, mountSmallDisk } from '../../../faults/support/small-disk.ts'

test.skipIf(!canMount)('a disk that turned read-only is said to be, whatever is staged on it', async () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'stage-'))
  const disk = mountSmallDisk(dist, 4)
  onTestFinished(() => disk.remove())
  const release = path.join(dist, 'releases/r1')
  mkdirSync(release, { recursive: true })
  writeFileSync(path.join(release, 'index.html'), 'A page')
  execFileSync('mount', ['-o', 'remount,ro', dist])
  for (const stage of [
    () => stageFrom(dist, release),
    () => inStage(dist, release, () => Promise.resolve()),
    () => inStage(dist, undefined, () => Promise.resolve()),
  ]) {
    const failure: unknown = await stage().catch((error: unknown) => error)
    expect(diskFaultOf(failure), String(failure)).toBe('can only be read: mount it for writing')
  }
})
