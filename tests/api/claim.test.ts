import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openStudio } from '../../api/builds.ts'
import { claim, type Claim } from '../../api/claim.ts'
import { parseEnv } from '../../api/env.ts'
import { acquireLock } from '../../studio/lake/lock.ts'

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'claim-'))

function claimFolders(
  dataDir: string,
  dist: string,
  { hasPages = false, settings = {} }: { hasPages?: boolean; settings?: Record<string, string> } = {},
) {
  const { env, faults } = parseEnv({ PORT: '0', DATA_DIR: dataDir, ...settings })
  return claim(env, faults, {
    listener: (_request, response) => response.end(),
    acquireLock,
    dist,
    hasPages: () => Promise.resolve(hasPages),
  })
}

/** Gives both folders back. */
function release({ takeDataDir, takeDist }: Claim): void {
  takeDataDir().release()
  takeDist()?.release()
}

test('two servers can’t publish into one folder: the second is refused and told the owner', async () => {
  const [dataDir, dist] = [newFolder(), newFolder()]
  const first = await claimFolders(dataDir, dist)
  first.takeDist()?.announce('http://127.0.0.1:3000')
  const other = newFolder()
  // Pages that it could serve meanwhile are no reason to.
  await expect(claimFolders(other, dist, { hasPages: true })).rejects.toMatchObject({
    sentences: [
      `The folder of the built site ${dist} is in use by process ${process.pid} and answers at http://127.0.0.1:3000. Stop it, or set DIST_DIR to another folder.`,
    ],
  })
  // What it had taken already is free again.
  const own = await claimFolders(other, newFolder())
  release(own)
  release(first)
  const next = await claimFolders(newFolder(), dist)
  release(next)
  for (const { listening } of [first, own, next]) await listening.drain(0)
})

test('a refused start releases the port and both folders', async () => {
  const [dataDir, dist] = [newFolder(), newFolder()]
  const first = await claimFolders(dataDir, newFolder())
  await first.listening.drain(0)
  const settings = { PORT: new URL(first.listening.url).port }
  await expect(claimFolders(dataDir, dist, { hasPages: true, settings })).rejects.toThrow(
    `The data folder ${dataDir} is in use`,
  )
  const next = await claimFolders(newFolder(), dist, { settings })
  expect(next.listening.url).toBe(first.listening.url)
  release(first)
  release(next)
  await next.listening.drain(0)
})

test('all causes are reported together, and nothing is tried with a wrong setting', async () => {
  const dist = path.join(newFolder(), 'dist')
  writeFileSync(dist, '')
  // In place of a faulty one stands its default, which is no folder of this start.
  const settings = { DIST_DIR: dist, RATE_LIMIT: 'many', DATABASE_URL: 'none' }
  const { env, faults } = parseEnv({ PORT: '0', DATA_DIR: dist, ...settings })
  const tried: string[] = []
  const refused = claim(env, faults, {
    listener: (_request, response) => response.end(),
    acquireLock: (folder, setting) => {
      tried.push(setting)
      return acquireLock(folder, setting)
    },
    dist,
    hasPages: () => Promise.resolve(true),
  })
  await expect(refused).rejects.toMatchObject({
    sentences: [
      expect.stringMatching(/^RATE_LIMIT /u),
      expect.stringMatching(/^DATABASE_URL /u),
      expect.stringMatching(/^DATA_DIR is DIST_DIR/u),
      expect.stringMatching(/^Cannot write to the folder of the built site/u),
    ],
  })
  expect(tried).toEqual(['DIST_DIR'])
})

test('an unwritable folder is named before the build, or only later if pages are there already', async () => {
  const dist = path.join(newFolder(), 'dist')
  writeFileSync(dist, '')
  const dataDir = newFolder()
  const sentence = new RegExp(`^Cannot write to the folder of the built site ${dist} \\(.*set DIST_DIR`, 'u')
  await expect(claimFolders(dataDir, dist)).rejects.toMatchObject({
    sentences: [expect.stringMatching(sentence)],
  })
  const later = await claimFolders(dataDir, dist, { hasPages: true })
  expect(later.takeDist).toThrow(sentence)
  // What was mended while the server ran is its own from then on.
  rmSync(dist)
  later.takeDist()
  expect(acquireLock(dist, 'DIST_DIR').ok).toBe(false)
  release(later)
  await later.listening.drain(0)
})

test('the Studio is built into the folder of the server that shows it', async () => {
  const dist = newFolder()
  const program = `const fs = require('node:fs'); const folder = process.env.DIST_DIR + '/studio'
    fs.mkdirSync(folder); fs.writeFileSync(folder + '/index.html', 'The Studio.')`
  const studio = openStudio([process.execPath, '-e', program], { root: newFolder(), dist })
  await studio.build()
  expect(studio.state()).toBe('ready')
  expect((await studio.files()).get('index.html')?.body.toString()).toBe('The Studio.')
})

test('the Studio is built at each request, and a failed build leaves the one before', async () => {
  const dist = newFolder()
  const rootFolder = newFolder()
  const program = `const fs = require('node:fs'); const folder = process.env.DIST_DIR + '/studio'
    const code = fs.readFileSync('code', 'utf8'); if (code === 'broken') process.exit(1)
    fs.mkdirSync(folder, { recursive: true }); fs.writeFileSync(folder + '/' + code, code)`
  const studio = openStudio([process.execPath, '-e', program], { root: rootFolder, dist })
  const write = (code: string): void => writeFileSync(path.join(rootFolder, 'code'), code)
  const names = async () => [...(await studio.files()).keys()]
  write('broken')
  await studio.build()
  expect(studio.state()).toBe('failed')
  write('first')
  const first = studio.build()
  // Asked for while one is under way, as often as an editor saves: one more, of what is there by then.
  const more = [studio.build(), studio.build()]
  await first
  expect([studio.state(), await names()]).toEqual(['ready', ['first']])
  write('second')
  await Promise.all([...more, studio.build()])
  expect(await names()).toContain('second')
  write('broken')
  await studio.build()
  expect([studio.state(), await names()]).toEqual(['ready', expect.arrayContaining(['first', 'second'])])
})

/** Notes each build in a file, and kills itself as often as it is told to. */
function killedBuilds(times: number, againMs: number, signal = 'SIGKILL') {
  const root = newFolder()
  const program = `const fs = require('node:fs'); fs.appendFileSync('builds', '.')
    if (fs.readFileSync('builds').length <= ${times}) process.kill(process.pid, '${signal}')
    fs.mkdirSync(process.env.DIST_DIR + '/studio')`
  const studio = openStudio([process.execPath, '-e', program], { root, dist: newFolder(), againMs })
  return { studio, builds: () => readFileSync(path.join(root, 'builds'), 'utf8').length }
}

test('a Studio build that was killed is tried once more, and the log says what it lacks', async () => {
  const error = vi.spyOn(console, 'error')
  const once = killedBuilds(1, 10)
  await once.studio.build()
  expect([once.studio.state(), once.builds()]).toEqual(['ready', 2])

  const always = killedBuilds(Infinity, 10)
  await always.studio.build()
  expect([always.studio.state(), always.builds()]).toEqual(['failed', 2])
  expect(error.mock.calls.join()).toContain(
    'The build was ended by SIGKILL, as systems do where memory runs out. It takes up to 0.9 GB for a moment',
  )
})

test('a Studio build that somebody ended, as with Ctrl-C, is not said to lack memory', async () => {
  const error = vi.spyOn(console, 'error')
  const { studio, builds } = killedBuilds(1, 10, 'SIGINT')
  await studio.build()
  expect([studio.state(), builds()]).toEqual(['failed', 1])
  expect(error.mock.calls.join()).toContain('The build was ended by SIGINT.')
  expect(error.mock.calls.join()).not.toContain('memory')
})

test('a server that stops does not wait for the second try', async () => {
  const warn = vi.spyOn(console, 'warn')
  const { studio, builds } = killedBuilds(1, 600_000)
  const building = studio.build()
  await expect.poll(() => warn.mock.calls.join()).toContain('ended by SIGKILL')
  await studio.stop()
  await building
  expect(builds()).toBe(1)
})
