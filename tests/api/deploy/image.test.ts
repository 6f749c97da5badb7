import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  readFileSync,
  statSync,
  lstatSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../support/lake.ts'
import {
  copySources,
  endServer,
  giveFolders,
  linkPackages,
  nobody,
  runProgram,
  startServer,
  type Started,
} from '../support/checkout.ts'
import { readDockerfile, valuesOf, variablesOf } from '../support/dockerfile.ts'

// A site and a Studio are built, on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

const [build, run] = readDockerfile(path.join(root, 'api/deploy/Dockerfile'))
const unit = readFileSync(path.join(root, 'api/deploy/cal-site.service'), 'utf8')
const HOME = '/srv/cal'
/** What the image is built for where nobody says more, as compose.yaml does not. */
const ORIGIN = valuesOf(build, 'ARG')[0]?.replace('SITE_URL=', '') ?? ''

const folder = mkdtempSync(path.join(tmpdir(), 'image-'))
const checkout = path.join(folder, 'cal')
const data = path.join(folder, 'data')
const temporary = path.join(folder, 'tmp')
const running = new Set<Started>()

beforeAll(() => {
  mkdirSync(temporary)
  copySources(checkout)
  for (const command of valuesOf(build, 'RUN')) {
    if (command.startsWith('npm ci')) linkPackages(checkout)
    // Its own temporary folder is the machine's.
    else
      execFileSync('sh', ['-c', command.replaceAll('/tmp/', `${temporary}/`)], {
        cwd: checkout,
        env: environment(),
        stdio: 'pipe',
      })
  }
  giveFolders(folder, [data, temporary, path.join(checkout, 'dist')])
  if (nobody.uid === undefined) chmodSync(checkout, 0o555)
})

afterAll(async () => {
  for (const server of running) await endServer(server, 'SIGKILL')
  chmodSync(checkout, 0o755)
  rmSync(folder, { recursive: true, force: true })
})

/** A clean environment, except for what finds the programs. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const bin = path.join(checkout, 'node_modules/.bin')
  return { PATH: `${bin}:${process.env['PATH']}`, SITE_URL: ORIGIN, TMPDIR: temporary, ...more }
}

/** Runs a command as the unprivileged user, until its pages are served. */
async function start(command: readonly string[], env: Record<string, string>): Promise<Started> {
  const server = await startServer(command, { cwd: checkout, env })
  running.add(server)
  return server
}

async function stop(server: Started): Promise<void> {
  expect(await endServer(server)).toEqual([0, null])
  running.delete(server)
}

/** Files of the checkout, without its two volumes, that are younger than its server. */
function writtenSince(ms: number, at = checkout): string[] {
  return readdirSync(at).flatMap((name) => {
    const file = path.join(at, name)
    if (file === path.join(checkout, 'dist')) return []
    const stats = lstatSync(file)
    if (stats.isDirectory() && name !== 'node_modules') return writtenSince(ms, file)
    return Math.max(stats.mtimeMs, stats.ctimeMs) > ms ? [file] : []
  })
}

/** What is in a folder that the guide's table of it does not name. */
function unnamed(setting: string, at: string): string[] {
  const guide = readFileSync(path.join(root, 'api/README.md'), 'utf8')
  const [, rows = ''] =
    new RegExp(`^\\| In \`${setting}\` .+\\n\\|[-| ]+\\n((?:\\|.+\\n)+)`, 'mu').exec(guide) ?? []
  const named = [...rows.matchAll(/^\| ([^|]+)/gmu)].flatMap(
    ([, cell = '']) => cell.match(/[\w.*-]+/gu) ?? [],
  )
  // SQLite keeps its own beside a database that is open, as the text above the tables says.
  return readdirSync(at).filter(
    (name) => !named.some((one) => path.matchesGlob(name.replace(/-(?:wal|shm)$/u, ''), one)),
  )
}

test('the steps leave an image that serves as they built it, and writes to its volumes alone', async () => {
  const { PORT: _, ...settings } = variablesOf(run)
  const compiled = settings['NODE_COMPILE_CACHE']?.replace(HOME, checkout) ?? ''
  const command = JSON.parse(valuesOf(run, 'CMD')[0] ?? '') as string[]
  const env = environment({
    ...settings,
    SITE_URL: ORIGIN,
    PORT: '0',
    DATA_DIR: data,
    DIST_DIR: settings['DIST_DIR']?.replace(HOME, checkout) ?? '',
    NODE_COMPILE_CACHE: compiled,
    LAKE_TOKEN: 'a-token-for-the-editors',
  })
  const before = Date.now()
  const server = await start(command, env)
  const home = await (await fetch(server.url)).text()
  expect(home).toContain(`<link rel="canonical" href="${ORIGIN}/"`)
  await expect.poll(async () => (await fetch(`${server.url}/studio`)).status, { timeout: 60_000 }).toBe(200)
  const body = JSON.stringify({ email: 'ada@example.com' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${server.url}/api/waitlist`, { method: 'POST', body, headers })).status).toBe(201)
  expect(server.said.join('\n')).not.toContain('Built ')

  const check = JSON.parse(/CMD (\[.*\])/u.exec(valuesOf(run, 'HEALTHCHECK')[0] ?? '')?.[1] ?? '') as string[]
  const health = (port: string) => {
    const [program = '', ...args] = check
    return execFileSync(program, args, { env: environment({ PORT: port }), stdio: 'pipe' })
  }
  health(new URL(server.url).port)
  expect(() => health('1')).toThrow()
  expect(writtenSince(before)).toEqual([])
  await stop(server)
  // The next start finds what this one compiled.
  expect(readdirSync(compiled)).not.toEqual([])

  // Another origin than the image was built for, by the unit's command: built anew beside the read-only checkout.
  const exec = /^ExecStart=(.+)$/mu.exec(unit)?.[1]?.replace(HOME, checkout).split(' ') ?? []
  const moved = await start(exec, { ...env, SITE_URL: 'https://moved.example' })
  expect(moved.said.join('\n')).toMatch(/Built .+ into \/.+\/dist\/site\./u)
  const text = await (await fetch(`${moved.url}/platform`)).text()
  expect(text).toContain('<link rel="canonical" href="https://moved.example/platform"')
  const assets = text.match(/\/assets\/[\w.-]+\.js/gu) ?? []
  expect(assets).not.toEqual([])
  for (const asset of assets) expect((await fetch(moved.url + asset)).status).toBe(200)
  const archive = path.join(temporary, 'backup.tar.gz')
  const inImage = (program: string, ...args: string[]) => runProgram(program, args, { cwd: checkout, env })
  expect(await inImage('api/cli/backup.ts', archive)).toMatchObject({ code: 0 })
  await stop(moved)
  expect(unnamed('DATA_DIR', data)).toEqual([])
  expect(unnamed('DIST_DIR', path.join(checkout, 'dist'))).toEqual([])
  // Between two servers, in a container of its own on the same volumes.
  expect(await inImage('api/cli/restore.ts', archive, '--replace')).toMatchObject({ code: 0 })
  expect(unnamed('DATA_DIR', data)).toEqual([])
  expect(unnamed('DIST_DIR', path.join(checkout, 'dist'))).toEqual([])
  expect(writtenSince(before)).toEqual([])
})

test('the Dockerfile names its images exactly, ends without rights, and copies what is there', () => {
  const text = readFileSync(path.join(root, 'api/deploy/Dockerfile'), 'utf8')
  const node = readFileSync(path.join(root, '.node-version'), 'utf8').trim()
  for (const stage of [build, run]) expect(stage?.image).toBe(`node:${node}-bookworm-slim`)
  expect(valuesOf(run, 'COPY')).toEqual([`--from=${build?.as} ${HOME} ${HOME}`])
  for (const sources of valuesOf(build, 'COPY').map((value) => value.split(' ').slice(0, -1)))
    for (const source of sources) expect(existsSync(path.join(root, source)), source).toBe(true)
  expect(text.indexOf('\nUSER node')).toBeGreaterThan(text.lastIndexOf('\nRUN'))
  const variables = variablesOf(run)
  expect(JSON.parse(valuesOf(run, 'VOLUME')[0] ?? '')).toEqual([variables['DATA_DIR'], variables['DIST_DIR']])
  expect(valuesOf(run, 'EXPOSE')).toEqual([variables['PORT']])
  // Bundles find their packages in folders above them.
  expect(variables['DIST_DIR']).toMatch(new RegExp(`^${HOME}/`, 'u'))
  expect(statSync(path.join(root, '.dockerignore')).size).toBeGreaterThan(0)
})
