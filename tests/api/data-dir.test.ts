import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closeToOthers } from '../../api/data-dir.ts'
import { parseEnv } from '../../api/env.ts'
import { openForms } from '../../api/forms/open-forms.ts'
import { createMetrics } from '../../api/metrics.ts'
import { createShares, openPreviewFile } from '../../api/store/shares.ts'
import { openLake } from '../../studio/lake/lake.ts'
import { waitlistPost } from './support/posts.ts'
import { newStore } from './support/stores.ts'

function mode(...parts: string[]): string {
  return (statSync(path.join(...parts)).mode & 0o7777).toString(8)
}

/** A folder as an earlier version left it. */
function openFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'open-'))
  chmodSync(folder, 0o755)
  for (const name of [
    'submissions.sqlite',
    'submissions.sqlite-wal',
    'previews.sqlite',
    'missing-paths.sqlite',
    'missing-paths.sqlite-wal',
    'comments.db',
    'comments.db-wal',
    'lake.db',
    'notes.txt',
  ]) {
    writeFileSync(path.join(folder, name), '')
    chmodSync(path.join(folder, name), 0o644)
  }
  for (const name of ['assets', 'dist']) mkdirSync(path.join(folder, name), { mode: 0o755 })
  return folder
}

test('a folder and databases that others could read are closed at the start', async () => {
  const dataDir = openFolder()
  const warned: unknown[] = []
  const log = { info: () => undefined, warn: (line: unknown) => warned.push(line), error: () => undefined }
  const forms = openForms(parseEnv({ DATA_DIR: dataDir }).env, {
    dataDir,
    log: log as never,
    metrics: createMetrics(),
  })
  await forms.close()
  expect(mode(dataDir)).toBe('700')
  for (const name of readdirSync(dataDir).filter((entry) => /sqlite|comments|lake/u.test(entry)))
    expect(mode(dataDir, name), name).toBe('600')
  expect(mode(dataDir, 'assets')).toBe('700')
  // What is not ours is left as it was: nobody gets to it through the folder.
  expect(mode(dataDir, 'notes.txt')).toBe('644')
  expect(warned).toEqual([])
})

test('databases and assets are made for their owner alone, whatever the folder is', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'wide-'))
  chmodSync(dataDir, 0o755)
  const umask = process.umask(0o022)
  const lake = await openLake({ dataDir })
  const store = newStore(dataDir)
  await store.submit(waitlistPost())
  const previews = openPreviewFile(dataDir)
  await createShares(previews).key()
  process.umask(umask)
  const names = readdirSync(dataDir)
  expect(names).toEqual(expect.arrayContaining(['submissions.sqlite-wal', 'previews.sqlite-wal']))
  for (const name of names) expect(mode(dataDir, name), name).toBe(name === 'assets' ? '700' : '600')
  await lake.close()
  await store.close()
  await previews.close()
})

test('pages that are built below the folder stay readable for a web server', () => {
  const dataDir = openFolder()
  expect(closeToOthers(dataDir, path.join(dataDir, 'dist'))).toEqual([])
  expect([mode(dataDir), mode(dataDir, 'dist'), mode(dataDir, 'lake.db')]).toEqual(['711', '755', '600'])
})

test("a folder that is everybody's is left to everybody, and said so", () => {
  const folder = openFolder()
  chmodSync(folder, 0o1777)
  const [sentence] = closeToOthers(folder, path.join(folder, '../dist'))
  expect(sentence).toContain("set DATA_DIR to a folder of this server's own")
  expect(mode(folder)).toBe('1777')
})

test.skipIf(process.getuid?.() !== 0)(
  'what belongs to somebody else is named where it cannot be closed',
  () => {
    const [sentence, ...rest] = asNobody(() => {
      const folder = '/usr'
      return closeToOthers(folder, '/dist')
    })
    expect(sentence).toMatch(/^Others on this machine can reach \/usr, .*\(EPERM\)/u)
    expect(rest).toEqual([])
  },
)

/** Runs the work with no more rights than a stranger has. */
function asNobody<T>(work: () => T): T {
  process.seteuid?.(65_534)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
