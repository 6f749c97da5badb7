import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { createUnforeseen, oncePerCause, type Log } from '../../api/log.ts'
import { makeRoot, serve, type Served } from './support/child.ts'

let served: Served | undefined

afterEach(async () => {
  served?.child.kill('SIGKILL')
  await served?.exit
})

interface Entry {
  level: number
  time: string
  msg: string
  [detail: string]: unknown
}

/** What was logged, each line of it JSON. */
function entriesOf({ lines }: Served): Entry[] {
  return lines.map((line) => JSON.parse(line) as Entry)
}

test('without a terminal all output is JSON, builds and warnings included', async () => {
  served = serve(makeRoot(`console.log('drawn 7 pages'); console.error('one picture is missing')`))
  await served.url()
  await served.said(/^API/mu)
  const entries = entriesOf(served)
  expect(entries).toContainEqual({ level: 30, time: expect.any(String), msg: 'drawn 7 pages' })
  // A build that ends well has warned, and no more.
  expect(entries).toContainEqual({ level: 40, time: expect.any(String), msg: 'one picture is missing' })
  for (const { time } of entries) expect(new Date(time).toISOString()).toBe(time)
})

test('why a server can’t start is logged as errors', async () => {
  served = serve(makeRoot(), { env: { LOG_LEVEL: 'loud', RATE_LIMIT: 'many' } })
  expect(await served.exit).toMatchObject({ code: 1 })
  expect(entriesOf(served)).toMatchObject([
    { level: 50, msg: 'RATE_LIMIT must be a whole number of posts a minute and address, or "off".' },
    { level: 50, msg: 'LOG_LEVEL must be "error", "warn" or "info".' },
  ])
})

test('requests are logged on demand, without queries, tokens or strangers’ input', async () => {
  served = serve(makeRoot(), { env: { LOG_REQUESTS: 'on' } })
  const url = await served.url()
  const asked = [
    '/platform?email=ada@example.com',
    '/ada@example.com',
    '/preview/0123456789abcdef0123456789abcdef/about',
    '/api/unknown/ada@example.com',
    '/api/waitlist/ada@example.com',
    '/api/health/ada@example.com',
    '/old-page',
  ]
  for (const path of asked) await (await fetch(url + path)).arrayBuffer()
  const email = 'ada@example.com'
  await fetch(`${url}/api/waitlist`, { method: 'POST', body: JSON.stringify({ email }) })
  const requests = () => entriesOf(served as Served).filter(({ msg }) => msg === 'request')
  // Proxies name the host with the path; with a name in front of it, it is refused and logged without.
  const { host, port } = new URL(url)
  const target = `http://ada@${host}/platform?email=ada@example.com`
  const answered = request({ host: '127.0.0.1', port, path: target }).end()
  ;((await once(answered, 'response')) as [IncomingMessage])[0].resume()
  await vi.waitFor(() => expect(requests()).toHaveLength(9), 10_000)
  const page = { method: 'GET', route: 'page' }
  expect(requests()).toMatchObject([
    { ...page, path: '/platform', status: 200, ms: expect.any(Number), bytes: expect.any(Number) },
    { method: 'GET', route: 'asset', status: 404 },
    { method: 'GET', route: 'preview' },
    { method: 'GET', route: 'other', status: 404 },
    { method: 'GET', route: 'form', path: '/api/waitlist' },
    { method: 'GET', route: 'operations', path: '/api/health' },
    { ...page, path: '/old-page', status: 404 },
    { method: 'POST', route: 'form', path: '/api/waitlist' },
    { ...page, status: 400 },
  ])
  expect(Number(requests()[0]?.['bytes'])).toBeGreaterThan(500)
  expect(served.output() + served.lines.join('\n')).not.toMatch(/ada|0123456789|127\.0\.0\.1(?!:)/u)
})

test('by default only form posts are logged, and LOG_LEVEL drops lower levels', async () => {
  served = serve(makeRoot())
  const url = await served.url()
  await fetch(url)
  await fetch(`${url}/api/waitlist`, { method: 'POST', body: '{}' })
  await served.said(/^request /mu)
  expect(entriesOf(served).filter(({ msg }) => msg === 'request')).toMatchObject([{ route: 'form' }])

  const failing = `console.log('drawn'); console.error('missing'); process.exitCode = 1`
  const quiet = serve(makeRoot(failing), { env: { LOG_LEVEL: 'warn' } })
  await quiet.said(/^missing$/mu)
  quiet.child.kill('SIGTERM')
  await quiet.exit
  expect(entriesOf(quiet).map(({ level }) => level)).not.toContain(30)
})

test('LOG_FORMAT=text is for reading: the time, the level, the message and its details', () => {
  const file = new URL('../../api/log.ts', import.meta.url).pathname
  const script = `import { createLog } from ${JSON.stringify(file)}
    createLog('info', 'text').warn({ release: 'r1' }, 'A publish has to wait.')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d warn {2}A publish has to wait\. \{"release":"r1"\}\n$/u)
})

test('an expected failure is logged in its own words, a defect with its stack', () => {
  const error = vi.fn<Log['error']>()
  const unforeseen = createUnforeseen({ info: () => undefined, warn: () => undefined, error })
  unforeseen(new OperationalError('The disk is full: make room.'), 'An answer')
  unforeseen(new Error('No such field'), 'An answer')
  expect(error.mock.calls).toEqual([
    [{ error: 'The disk is full: make room.', count: 1 }, 'An answer failed.'],
    [
      { error: expect.stringMatching(/^Error: No such field\n +at .*log\.test/u), count: 1 },
      'An answer failed.',
    ],
  ])
})

test('the same failure is logged again after an hour, with its count', () => {
  let now = 0
  const told: unknown[] = []
  const logOnce = oncePerCause(
    (one) => told.push(one),
    () => now,
  )
  for (let count = 0; count < 100; count += 1) logOnce('a timer', new Error('full'))
  logOnce('a timer', new Error('other'))
  // An hour later, and by a clock that is set back as far.
  for (now of [3_600_000, 0]) logOnce('a timer', new Error('full'))
  expect(told).toMatchObject([
    { cause: 'a timer', error: 'Error: full', count: 1 },
    { cause: 'a timer', error: 'Error: other', count: 1 },
    { cause: 'a timer', error: 'Error: full', count: 100 },
    { cause: 'a timer', error: 'Error: full', count: 1 },
  ])
})

test('a log with a stalled reader keeps a bounded part, and says how much was dropped', async () => {
  const script = `import { createLog } from ${JSON.stringify(resolve('api/log.ts'))}
    const log = createLog()
    for (let count = 0; count < 20_000; count += 1) log.info('x'.repeat(100))
    process.once('message', () => process.stdout.once('drain', () => process.disconnect()))
    process.send(process.stdout.writableLength)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [waiting] = (await once(child, 'message')) as [number]
  expect(waiting).toBeLessThan(1_100_000)
  child.send('read')
  const lines = (await text(child.stdout ?? fail())).trim().split('\n')
  const told = /"level":40.*"msg":"(\d+) lines of the log are lost/u.exec(lines.pop() ?? '')?.[1]
  expect(lines.length + Number(told)).toBe(20_000)
})

function fail(): never {
  throw new Error('The child has no standard output.')
}
