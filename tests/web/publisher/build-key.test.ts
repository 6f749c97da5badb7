import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildKey } from '../../../web/publisher/build-key.ts'

function makeSources(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'key-'))
  mkdirSync(path.join(root, 'studio/lake'), { recursive: true })
  for (const file of ['studio/main.ts', 'studio/lake/lake.ts', 'package-lock.json'])
    writeFileSync(path.join(root, file), file)
  return root
}

const from = ['studio', 'package-lock.json']

test('the key changes with a setting, with the text of a file and with its name', async () => {
  const root = makeSources()
  const keys = [await buildKey(root, { from, settings: {} })]
  keys.push(await buildKey(root, { from, settings: { dataset: 'production' } }))
  writeFileSync(path.join(root, 'package-lock.json'), 'other')
  keys.push(await buildKey(root, { from, settings: {} }))
  renameSync(path.join(root, 'studio/main.ts'), path.join(root, 'studio/start.ts'))
  keys.push(await buildKey(root, { from, settings: {} }))
  expect(new Set(keys).size).toBe(keys.length)
  expect(await buildKey(root, { from, settings: {} })).toBe(keys.at(-1))
})

test('the key stays where only files change that nothing is built from', async () => {
  const root = makeSources()
  const sources = { from, except: /^lake\//, settings: {} }
  const before = await buildKey(root, sources)
  writeFileSync(path.join(root, 'studio/lake/lake.ts'), 'other')
  expect(await buildKey(root, sources)).toBe(before)
  writeFileSync(path.join(root, 'studio/main.ts'), 'other')
  expect(await buildKey(root, sources)).not.toBe(before)
})

test('a missing source stops the build, so that a moved one is not forgotten', async () => {
  await expect(buildKey(makeSources(), { from: ['gone'], settings: {} })).rejects.toThrow('gone')
})
