import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openPublishStore } from '../../../api/store/publish-store.ts'
import { openShares } from '../../../api/store/shares.ts'

const hook = { key: 'k', document: 'home', revision: 'r1', publishedAt: '', receivedAt: 1 }
const share = { shows: 'drafts', path: '/', recipient: '', createdAt: 1, expiresAt: 2 }

/** Fills a store whose log is folded into its file, as after a stop. */
function fill(dataDir: string): void {
  const publishes = openPublishStore(dataDir, unexpected)
  publishes.transaction(() => {
    for (let count = 0; count < 500; count += 1) publishes.hooks.add({ ...hook, key: `k${count}` })
  })
  publishes.close()
  const shares = openShares(dataDir, unexpected)
  for (let count = 0; count < 200; count += 1) shares.add(`token ${count}`, share)
  shares.close()
}

function unexpected(message: string): never {
  throw new Error(message)
}

/** Opens both stores and uses them. Returns what was said of them. */
function use(dataDir: string): string[] {
  const said: string[] = []
  const publishes = openPublishStore(dataDir, (message) => said.push(message))
  expect(publishes.hooks.add(hook)).toBe(true)
  expect(publishes.hooks.pending().length).toBeGreaterThan(0)
  publishes.close()
  const shares = openShares(dataDir, (message) => said.push(message))
  expect(shares.key()).toHaveLength(32)
  expect(shares.add('token', share)).toMatchObject(share)
  shares.close()
  return said
}

const damages: [string, (file: string) => void][] = [
  ['is no database', (file) => writeFileSync(file, 'Not a database. '.repeat(1_000))],
  ['is half gone', (file) => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096)],
  [
    'has garbage inside',
    (file) => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0x5a, 4096, Math.min(bytes.length, 24_576)))
    },
  ],
]

test.each(damages)('a file that %s is named and kept beside a new one', (_, damage) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  fill(dataDir)
  for (const name of ['publishes.db', 'previews.sqlite']) damage(path.join(dataDir, name))
  const said = use(dataDir)
  expect(said).toHaveLength(2)
  expect(said[0]).toContain(`${path.join(dataDir, 'publishes.db')} is damaged and was moved to`)
  expect(said[1]).toContain(`${path.join(dataDir, 'previews.sqlite')} is damaged and was moved to`)
  const names = readdirSync(dataDir)
  for (const name of ['publishes.db', 'previews.sqlite'])
    expect(names.filter((one) => one.startsWith(`${name}.damaged-`))).toHaveLength(1)
  // The new ones stay.
  const again = openPublishStore(dataDir, unexpected)
  expect(again.hooks.pending()).toHaveLength(1)
  again.close()
})

test('sound files are opened as they are', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  fill(dataDir)
  expect(use(dataDir)).toEqual([])
  expect(openPublishStore(dataDir, unexpected).hooks.pending()).toHaveLength(501)
})

test('a file of a newer version is left as it is, and said to be one', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stores-'))
  openPublishStore(dataDir, unexpected).close()
  const database = new DatabaseSync(path.join(dataDir, 'publishes.db'))
  database.exec('pragma user_version = 99')
  database.close()
  expect(() => openPublishStore(dataDir, unexpected)).toThrow(/newer version/u)
  expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([])
})
