import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openLake } from '../../../studio/lake/lake.ts'
import { nobody } from '../support/checkout.ts'
import { runDoctor } from '../support/doctor.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-folders-'))
  chmodSync(folder, 0o755)
})

/** A folder with this mode below the test's own. */
function make(name: string, mode: number, owner = 0): string {
  const made = path.join(folder, name)
  mkdirSync(made, { recursive: true })
  chownSync(made, owner, owner)
  chmodSync(made, mode)
  return made
}

async function faults(dataDir: string, dist = path.join(own(), 'dist')): Promise<string[]> {
  const { said } = await runDoctor({ DATA_DIR: dataDir, DIST_DIR: dist }, nobody)
  return said.split('\n').filter((line) => line.startsWith('FAIL'))
}

const own = (): string => make('own', 0o700, nobody.uid)

test('a folder below a file is no folder', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const { said } = await runDoctor({ DATA_DIR: path.join(file, 'data'), DIST_DIR: path.join(folder, 'dist') })
  expect(said).toContain(
    `FAIL  DATA_DIR: ${path.join(file, 'data')} can't be there, as one of the folders above it is a file: name another.`,
  )
})

describe.skipIf(process.getuid?.() !== 0)('as a user without rights', () => {
  test('a folder that a start could not make is named', async () => {
    const above = make('of-root', 0o755)
    const dataDir = path.join(above, 'cal/data')
    expect(await faults(dataDir)).toEqual([
      `FAIL  DATA_DIR: ${dataDir} is not there, and a start can't make it in ${above} (EACCES): make it, and give it to the user of the server.`,
    ])
  })

  test('a folder that nobody can pass is not taken for one that is missing', async () => {
    const dataDir = path.join(make('closed', 0o700), 'data')
    expect(await faults(dataDir)).toEqual([
      `FAIL  DATA_DIR: ${dataDir} can't be reached (EACCES): run this as the user of the server, and let that user pass the folders above it (chmod o+x).`,
    ])
  })

  test('a folder of somebody else is named once', async () => {
    const dataDir = make('of-root', 0o700)
    expect(await faults(dataDir)).toEqual([
      `FAIL  DATA_DIR: DATA_DIR ${dataDir} can't be written to (EACCES): make it writable, or set DATA_DIR to a folder that is.`,
    ])
  })

  test('a folder that takes files and lists none is named once', async () => {
    const dataDir = make('unlisted', 0o300, nobody.uid)
    expect(await faults(dataDir)).toEqual([
      `FAIL  DATA_DIR: ${dataDir} can't be listed (EACCES): give it to the user of the server (chown), and chmod u+rwx it.`,
    ])
  })

  test('what another user left in the folders is named', async () => {
    const dataDir = own()
    const lake = await openLake({ dataDir: path.join(folder, 'lake') })
    await lake.close()
    for (const [name, mode] of [
      ['lake.db', 0o644],
      ['comments.db', 0o600],
    ] as const) {
      cpSync(path.join(folder, 'lake', name), path.join(dataDir, name))
      chmodSync(path.join(dataDir, name), mode)
    }
    make('own/dist/releases', 0o755)
    chownSync(path.join(dataDir, 'dist'), nobody.uid ?? 0, nobody.gid ?? 0)
    const give = 'run this as the user of the server, or give the file to that user (chown).'
    expect(await faults(dataDir)).toEqual([
      `FAIL  DIST_DIR: releases in ${dataDir}/dist can't be written to: give all of it to the user of the server (chown -R), or nothing can be published.`,
      `FAIL  databases: ${dataDir}/comments.db can't be read (unable to open database file): ${give} ${dataDir}/lake.db can't be written to (EACCES): ${give}`,
    ])
  })
})
