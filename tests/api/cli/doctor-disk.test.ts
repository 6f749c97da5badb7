import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { canMount, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { runDoctor } from '../support/doctor.ts'

vi.setConfig({ testTimeout: 60_000 })

test.skipIf(!canMount)('a disk that has space and no room for another file is named', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const disk = mountSmallDisk(dataDir, 2_000, 500)
  onTestFinished(() => disk.remove())
  const { code, said } = await runDoctor({ DATA_DIR: dataDir, DIST_DIR: path.join(dataDir, 'dist') })
  expect(said).toMatch(/FAIL {2}DATA_DIR: \S+ has room for \d+ more files \(df -i\): remove some/u)
  expect(code).toBe(1)
})

test.skipIf(!canMount)('a DIST_DIR that is spread over two disks is named', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const dist = path.join(dataDir, 'dist')
  for (const name of ['good', 'releases']) mkdirSync(path.join(dist, name), { recursive: true })
  const disk = mountSmallDisk(path.join(dist, 'releases'), 2)
  onTestFinished(() => disk.remove())
  const { code, said } = await runDoctor({ DATA_DIR: dataDir, DIST_DIR: dist })
  expect(said).toContain(
    `FAIL  DIST_DIR: releases in ${dist} is on another disk or volume: keep all of it on one`,
  )
  expect(code).toBe(1)
})
