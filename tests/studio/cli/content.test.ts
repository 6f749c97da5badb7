import type { SanityDocument } from '@sanity/client'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { localDataset, type Dataset } from '../../../studio/cli/content/datasets.ts'
import { migrate } from '../../../studio/cli/content/migrate.ts'
import { transfer } from '../../../studio/cli/content/transfer.ts'
import { SEED_DIR } from '../../../studio/cli/local-lake.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { listenHere } from '../../support/listen.ts'
import { startLake, temporaryFolder } from '../lake/fixture.ts'

const CONTENT = join(import.meta.dirname, '../../../studio/cli/content.ts')
const TOKEN = 'a-token-for-the-editors'
const HOME = '*[_id == "home"][0].title'

async function run(args: string[], env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { env: { PATH, NODE_COMPILE_CACHE, ...env } }
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

test('new and changed documents are copied with their pictures, and nothing else is touched', async () => {
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

test('later edits at the other end are not overwritten unless told to', async () => {
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

test('the content of another server is named as its settings name it', async () => {
  const { url } = await startLake()
  const archive = join(temporaryFolder(), 'out.tar.gz')
  const env = { DATA_DIR: join(temporaryFolder(), 'none'), LAKE_URL: `${url}/` }
  expect(await run(['export', archive], env)).toMatchObject({ code: 0 })
  expect(await run(['import', archive], env)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^0 documents /u),
  })
})

test('an export that breaks off leaves the archive of before as it was', async () => {
  const folder = temporaryFolder()
  const archive = join(folder, 'content.tar.gz')
  writeFileSync(archive, 'the archive of before')
  const broken = createServer((_, response) => {
    response.end('{"_id":"about","_type":"about"}\n{"_id":')
  })
  const env = { DATA_DIR: join(folder, 'data'), LAKE_URL: await listenHere(broken), LAKE_TOKEN: TOKEN }
  expect(await run(['export', archive], env)).toMatchObject({ code: 1 })
  expect(readFileSync(archive, 'utf8')).toBe('the archive of before')
  expect(readdirSync(folder)).toEqual(['content.tar.gz'])

  const nowhere = join(folder, 'none/content.tar.gz')
  expect(await run(['export', nowhere], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The file ${nowhere}.partial can’t be written (ENOENT)`),
  })
})

test('a new required field gets its initial value wherever it is empty, once, and that is written down', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const lake = await openLake({ dataDir, seedDir: SEED_DIR })
  const served = await serveLake(lake)
  const { client } = localDataset(served.url, {})
  const slack = await client.fetch<SanityDocument>('*[_type == "integration" && title == "Slack"][0]')
  await client
    .transaction()
    .patch(slack._id, { unset: ['mono'] })
    .create({ ...slack, _id: `drafts.${slack._id}`, title: 'Slack, later', mono: null })
    .patch('home', { unset: ['hero.waitlistLine.showCount', 'demo.redline[0].change'] })
    .commit()
  const before = await client.fetch<unknown[]>('*[_type == "migration"]')
  expect(before).toEqual([])
  const stored = () =>
    client.fetch<unknown>(
      `{
    "mono": *[_id in [$id, "drafts." + $id]].mono,
    "shown": *[_id == "home"][0].hero.waitlistLine.showCount,
    "change": *[_id == "home"][0].demo.redline[0].change,
  }`,
      { id: slack._id },
    )

  // The lake runs: the command goes through it.
  const lock = acquireLock(dataDir)
  if (!lock.ok) throw new Error(lock.sentence)
  lock.announce(served.url)
  const tried = await run(['migrate', '--dry-run'], { DATA_DIR: dataDir })
  expect(tried.output).toContain('Integration “Slack”: “One-colour logo” would be false\n')
  expect(tried.output).toContain('Integration “Slack, later” (draft): “One-colour logo” would be false\n')
  expect(await stored()).toMatchObject({ change: null })

  const done = await run(['migrate'], { DATA_DIR: dataDir })
  expect(done.output).toMatch(/^Home: “Hero › .*” is true$/mu)
  expect(await stored()).toEqual({ mono: [false, false], shown: true, change: 'kept' })
  const records = await client.fetch<{ fields: unknown[] }[]>('*[_type == "migration"]')
  expect(records).toMatchObject([{ ranAt: expect.stringMatching(/Z$/), fields: { length: 4 } }])
  lock.release()
  await served.close()
  await lake.close()

  // And it runs no more: the command opens it.
  const again = await run(['migrate'], { DATA_DIR: dataDir })
  expect(again.output).toMatch(/^There is nothing to do: in the local content lake/)
}, 60_000)

test('concurrent edits are not overwritten', async () => {
  const { url } = await startLake()
  const dataset = localDataset(url, {})
  await dataset.client.create({ _id: 'one', _type: 'integration', title: 'One' })
  const read = dataset.client.fetch.bind(dataset.client)
  const edited = Object.assign(dataset.client.clone(), {
    fetch: async (query: string) => {
      const found: unknown = await read(query)
      await dataset.client.patch('one').set({ title: 'Two' }).commit()
      return found
    },
  })
  const migrating = migrate({ ...dataset, client: edited }, { dryRun: false, say: () => undefined })
  await expect(migrating).rejects.toThrow(
    /^Nothing was written to the local content lake: somebody edited .* Run it again\.$/,
  )
  expect(await dataset.client.fetch('*[_type == "migration"]')).toEqual([])
})

test('documents locked by a scheduled release are left as they are, and named', async () => {
  const { client, url } = await startLake()
  await client.create({ _id: 'one', _type: 'integration', title: 'One' })
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'spring', publishedId: 'one', baseId: 'one' })
  await client.releases.schedule({ releaseId: 'spring', publishAt: '2099-05-01T09:00:00.000Z' })
  const lines: string[] = []
  await migrate(localDataset(url, {}), { dryRun: false, say: (line) => void lines.push(line) })
  expect(lines.filter((line) => line.includes('skipped'))).toEqual([
    'Integration “One” (in a release): skipped, as the release “Spring” is scheduled. Unschedule it to fill it in.',
  ])
  expect(await client.getDocument('one')).toMatchObject({ mono: false })
  expect(await client.getDocument('versions.spring.one')).not.toHaveProperty('mono')
}, 30_000)

test('a running lake is not reset behind its back', async () => {
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
  [['import'], 'import needs FILE.'],
  [['import', '/nowhere.tar.gz'], 'There is no file /nowhere.tar.gz'],
  [['export', '--all'], "Unknown option '--all'"],
])('what it cannot do it says: %j', async (args, sentence) => {
  expect(await run(args, { DATA_DIR: temporaryFolder() })).toMatchObject({
    code: 1,
    output: expect.stringContaining(sentence),
  })
})

test.each([
  [['reset', '--dry-run'], 'reset takes no --dry-run.'],
  [['import', 'content.tar.gz', '--dry-run'], 'import takes no --dry-run.'],
  [['import'], 'import needs FILE.'],
  [['reset', 'home'], 'There is more than this command takes: home.'],
  [['imprt'], 'There is no command imprt.'],
])('the arguments %j are refused, and nothing is written', async (args, sentence) => {
  const DATA_DIR = temporaryFolder()
  const before = readdirSync(DATA_DIR)
  const { code, output } = await run(args, { DATA_DIR })
  expect([code, output]).toEqual([1, expect.stringMatching(/Usage: npm run content/u)])
  expect(output).toContain(sentence)
  expect(readdirSync(DATA_DIR)).toEqual(before)
})
