import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { localDataset, type Dataset } from '../../../studio/cli/content/datasets.ts'
import { transfer } from '../../../studio/cli/content/transfer.ts'
import { startLake, temporaryFolder } from '../lake/fixture.ts'

const CONTENT = join(import.meta.dirname, '../../../studio/cli/content.ts')
const HOME = '*[_id == "home"][0].title'

async function run(args: string[], env: Record<string, string>) {
  const options = { env: { PATH: process.env['PATH'], ...env } }
  return promisify(execFile)(process.execPath, [CONTENT, ...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  )
}

async function startPair() {
  const [here, there] = [await startLake(), await startLake()]
  return {
    source: { ...localDataset(here.url, {}), name: 'the source' },
    target: { ...localDataset(there.url, {}), name: 'the target' },
  }
}

async function copy(source: Dataset, target: Dataset, options: { dryRun?: boolean; force?: boolean } = {}) {
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  await transfer(source, target, { dryRun: false, force: false, progress: () => {}, say, ...options })
  return lines
}

test('what is new or changed is copied, pictures included, and nothing else is touched', async () => {
  const { source, target } = await startPair()
  await target.client.create({ _id: 'theirs', _type: 'pillar' })
  await source.client.patch('home').set({ title: 'Changed' }).commit()
  const file = await source.client.assets.upload('file', Buffer.from('bytes'), { filename: 'a.txt' })
  await source.client.create({
    _id: 'new',
    _type: 'pillar',
    file: { _type: 'file', asset: { _type: 'reference', _ref: file._id } },
  })
  const untouched = await target.client.getDocument('faq-one')

  expect(await copy(source, target)).toEqual([
    '+ new',
    '~ home',
    '1 new, 1 changed, 0 newer in the target, 5 the same; 1 only in the target stay.',
    '2 documents were copied from the source to the target.',
  ])
  expect(await target.client.fetch(HOME)).toBe('Changed')
  expect(await target.client.fetch('*[_id == "new"][0].file.asset->size')).toBe(5)
  expect(await target.client.getDocument('theirs')).toBeDefined()
  expect(await target.client.getDocument('faq-one')).toEqual(untouched)
  expect(await copy(source, target)).toEqual([expect.stringContaining('0 new, 0 changed, 0 newer')])
})

test('a dry run lists and changes nothing', async () => {
  const { source, target } = await startPair()
  await source.client.patch('home').set({ title: 'Changed' }).commit()
  expect(await copy(source, target, { dryRun: true })).toContain('~ home')
  expect(await target.client.fetch(HOME)).toBe('Home')
})

test('what was edited later at the other end is not overwritten unless told to', async () => {
  const { source, target } = await startPair()
  await source.client.patch('home').set({ title: 'Mine' }).commit()
  await source.client.patch('faq-one').set({ title: 'Also mine' }).commit()
  await target.client.patch('home').set({ title: 'Theirs, later' }).commit()
  await expect(copy(source, target)).rejects.toThrow(
    /1 documents were edited later in the target .*: home\. Nothing/,
  )
  expect(await target.client.fetch(HOME)).toBe('Theirs, later')
  expect(await target.client.fetch('*[_id == "faq-one"][0].title')).toBe('Pricing')
  await copy(source, target, { force: true })
  expect(await target.client.fetch(HOME)).toBe('Mine')
})

test('the command exports, imports and resets the content of this machine', async () => {
  const folder = temporaryFolder()
  const archive = join(folder, 'out.tar.gz')
  const env = { DATA_DIR: join(folder, 'one') }
  expect(await run(['export', archive], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('out.tar.gz'),
  })
  expect(existsSync(archive)).toBe(true)
  // A new lake gets what the archive holds, and nothing of the launch content.
  const other = { DATA_DIR: join(folder, 'two') }
  const imported = await run(['import', archive], other)
  const [, count] =
    /^(\d+) documents of .* were written to the local content lake\.\n$/.exec(imported.output) ?? []
  expect(Number(count)).toBeGreaterThan(0)
  const again = await run(['import', archive], other)
  expect(again.output).toMatch(
    new RegExp(`^0 documents [^\n]+\\n${count} were there already and stayed as they were: add --replace`),
  )
  const replaced = await run(['import', archive, '--replace'], other)
  expect(replaced.output).toMatch(new RegExp(`^${count} documents of [^\n]+\\n$`))
  const done = await run(['reset'], env)
  expect(done.code).toBe(0)
  const aside = /is in (.*)\.\s*$/.exec(done.output)?.[1] ?? ''
  expect(existsSync(join(aside, 'lake.db'))).toBe(true)
  expect(existsSync(join(env.DATA_DIR, 'lake.db'))).toBe(true)
}, 60_000)

test('a running lake is not reset behind its back', async () => {
  const { acquireLock } = await import('../../../studio/lake/lock.ts')
  const dataDir = temporaryFolder()
  const lock = acquireLock(dataDir)
  expect(await run(['reset'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    output: expect.stringContaining(`in use by process ${process.pid}`),
  })
  if (lock.ok) lock.release()
})

test.each([
  [[], 'export [FILE]'],
  [['push'], 'Set SANITY_PROJECT_ID, SANITY_DATASET and SANITY_API_TOKEN'],
  [['import'], 'Name the archive'],
  [['import', '/nowhere.tar.gz'], 'There is no file /nowhere.tar.gz'],
  [['export', '--all'], "Unknown option '--all'"],
])('what it cannot do it says: %j', async (args, sentence) => {
  expect(await run(args, { DATA_DIR: temporaryFolder() })).toMatchObject({
    code: 1,
    output: expect.stringContaining(sentence),
  })
})
