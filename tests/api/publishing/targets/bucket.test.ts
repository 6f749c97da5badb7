import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { AttemptFailed } from '../../../../api/delivery/attempt.ts'
import { createBucketTarget } from '../../../../api/publishing/targets/bucket.ts'
import type { TargetRelease } from '../../../../api/publishing/targets/target.ts'
import { startBucketServer } from '../../support/bucket.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const owner = () => Promise.resolve('this site')
const signal = new AbortController().signal
const always = () => true

/** A folder as a publish leaves it. Names with `.html` are pages. */
function release(
  id: string,
  files: Record<string, string>,
  redirects: Record<string, string> = {},
): TargetRelease {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  const pages = Object.keys(files).filter((name) => name.endsWith('.html'))
  const manifest = {
    id,
    redirects,
    documents: { home: id },
    pages: Object.fromEntries(
      pages.map((name) => [name === 'index.html' ? '/' : `/${name.replace('.html', '')}`, { stamp: id }]),
    ),
  }
  const all = { ...files, 'release.json': JSON.stringify(manifest) }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(text))
  }
  return { folder, manifest, changed: [], isNewest: true }
}

const files = {
  'index.html': '<h1>Home</h1>',
  'platform.html': '<h1>Platform</h1>',
  '404.html': '<h1>Nothing</h1>',
  'robots.txt': 'User-agent: *\n',
  '.well-known/security.txt': 'Contact: mailto:x@example.com\n',
  'assets/client-1a2b3c.js': 'export {}',
  _headers: '/*\n',
  'vercel.json': '{}',
}

async function newBucket(purgeUrl?: string) {
  const server = await startBucketServer()
  closers.push(server.close)
  const target = createBucketTarget({ ...server.options, owner, ...(purgeUrl && { purgeUrl }) })
  /** Delivers, and says what was written. */
  async function deliver(which: TargetRelease): Promise<string[]> {
    server.log.length = 0
    await target.deliver(which, signal, always)
    return server.log.filter((line) => !line.startsWith('GET') && line !== 'PUT owner.json')
  }
  return { ...server, target, deliver }
}

test('a first release goes up in the order that pages need, with the headers that each file needs', async () => {
  const { deliver, read } = await newBucket()
  const written = await deliver(release('r1', files, { '/old page': '/platform?a=1&b="2"' }))
  const stages = [
    ['PUT assets/client-1a2b3c.js'],
    ['PUT pushing.json'],
    ['PUT 404.html', 'PUT index.html', 'PUT old page', 'PUT platform'],
    ['PUT .well-known/security.txt', 'PUT robots.txt'],
    ['PUT release.json'],
    ['DELETE pushing.json'],
  ]
  let rest = written
  for (const stage of stages) {
    expect(rest.slice(0, stage.length).toSorted()).toEqual(stage)
    rest = rest.slice(stage.length)
  }
  expect(rest).toEqual([])

  const page = await read('platform')
  expect(page.text).toBe('<h1>Platform</h1>')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-encoding')).toBeNull()
  const script = await read('assets/client-1a2b3c.js')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await read('old page')).text).toContain('content="0;url=/platform?a=1&amp;b=&quot;2&quot;"')
})

test('an SVG that is opened from the bucket is saved, as no policy stands in its way there', async () => {
  const { deliver, read } = await newBucket()
  await deliver(release('r1', { ...files, 'assets/pictures/0a-1x1.svg': '<svg/>', 'assets/a.png': 'PNG' }))
  expect((await read('assets/pictures/0a-1x1.svg')).headers.get('content-disposition')).toBe('attachment')
  expect((await read('assets/a.png')).headers.get('content-disposition')).toBeNull()
})

test('only what changed is sent, and pages that are gone leave before the manifest says so', async () => {
  const { deliver, read } = await newBucket()
  await deliver(release('r1', { ...files, 'about.html': '<h1>About</h1>' }, { '/old': '/about' }))
  const next = release('r2', { ...files, 'index.html': '<h1>New</h1>' }, { '/about': '/platform' })
  const written = await deliver(next)
  expect(written.slice(0, 2).toSorted()).toEqual(['PUT about', 'PUT index.html'])
  expect(written.slice(2)).toEqual(['DELETE old', 'PUT release.json'])
  expect((await read('index.html')).text).toBe('<h1>New</h1>')
  expect((await read('about')).text).toContain('url=/platform')
  expect((await read('old')).status).toBe(404)
  expect((await read('assets/client-1a2b3c.js')).status).toBe(200)
  expect(await deliver(next)).toEqual([])
})

test('a push that broke off is made whole by the next, which removes what the first would have', async () => {
  const { deliver, target, failures, read } = await newBucket()
  await deliver(release('r1', { ...files, 'about.html': '<h1>About</h1>' }))
  const next = release('r2', { ...files, 'index.html': '<h1>New</h1>' })
  failures.push(403)
  await expect(target.deliver(next, signal, always)).rejects.toMatchObject({ isPermanent: true })
  expect((await read('about')).status).toBe(200)
  expect(await deliver(next)).toEqual(['PUT index.html', 'DELETE about', 'PUT release.json'])
})

test.each([
  ['of a bucket', true],
  ['of one that was empty before', false],
])(
  'pages %s that came up with a push which broke off leave with the next that lacks them',
  async (_, isUsed) => {
    const { deliver, options, log, read } = await newBucket()
    if (isUsed) await deliver(release('r1', files))
    /** A server that ends right after this page came up. */
    async function breakOff(which: TargetRelease, page: string): Promise<void> {
      const started = createBucketTarget({ ...options, owner })
      await failureOf(started.deliver(which, signal, () => !log.includes(`PUT ${page}`)))
    }
    await breakOff(release('r2', { ...files, 'secret.html': '<h1>Too early</h1>' }), 'secret')
    await breakOff(
      release('r3', { ...files, 'mistake.html': '<h1>Too early</h1>' }, { '/a': '/' }),
      'mistake',
    )
    expect([(await read('secret')).status, (await read('mistake')).status]).toEqual([200, 200])

    const next = release('r4', files)
    expect(await deliver(next)).toEqual(
      expect.arrayContaining(['DELETE a', 'DELETE mistake', 'DELETE secret', 'PUT release.json']),
    )
    for (const key of ['a', 'mistake', 'secret', 'pushing.json']) expect((await read(key)).status).toBe(404)
    expect((await read('platform')).status).toBe(200)
    expect(await deliver(next)).toEqual([])
  },
)

test('a push stops before its next files once another node delivers', async () => {
  const { deliver, target, log } = await newBucket()
  await deliver(release('r1', { ...files, 'about.html': '<h1>About</h1>' }))
  const next = release('r2', { ...files, 'index.html': '<h1>New</h1>', 'robots.txt': 'User-agent: all\n' })
  log.length = 0
  const isNothingSent = () => !log.includes('PUT index.html')
  expect(await failureOf(target.deliver(next, signal, isNothingSent))).toMatchObject({ isPermanent: false })
  expect(log.filter((line) => !line.startsWith('GET'))).toEqual(['PUT index.html'])
})

test('a bucket belongs to the first that writes there, and a second writer changes nothing', async () => {
  const { deliver, options, read, log } = await newBucket()
  await deliver(release('r1', files))
  const other = createBucketTarget({ ...options, owner: () => Promise.resolve('another site') })
  log.length = 0
  const failure = await failureOf(
    other.deliver(release('r2', { 'index.html': '<h1>Other</h1>' }), signal, always),
  )
  expect(failure).toMatchObject({ isPermanent: true, message: expect.stringContaining('another site') })
  expect(log.filter((line) => !line.startsWith('GET'))).toEqual([])
  expect((await read('index.html')).text).toBe('<h1>Home</h1>')
  // After a restart it is still its owner's.
  const again = createBucketTarget({ ...options, owner })
  await again.deliver(release('r3', { ...files, 'index.html': '<h1>Later</h1>' }), signal, always)
  expect((await read('index.html')).text).toBe('<h1>Later</h1>')
})

test('of two that write at once to a bucket of nobody, one gets it', async () => {
  const { options, read } = await newBucket()
  const names = ['one', 'two']
  const outcomes = await Promise.allSettled(
    names.map((name) =>
      createBucketTarget({ ...options, owner: () => Promise.resolve(name) }).deliver(
        release('r1', { 'index.html': name }),
        signal,
        always,
      ),
    ),
  )
  const { owner: winner } = JSON.parse((await read('owner.json')).text) as { owner: string }
  expect(outcomes.map(({ status }) => status)).toEqual(
    names.map((name) => (name === winner ? 'fulfilled' : 'rejected')),
  )
  expect((await read('index.html')).text).toBe(winner)
})

test('an answer that may pass is tried again at once', async () => {
  const { deliver, failures } = await newBucket()
  failures.push(503, 500, 429)
  expect(await deliver(release('r1', { 'index.html': '<h1>Home</h1>' }))).toContain('PUT index.html')
})

test.each([
  [
    { secretAccessKey: 'wrong' },
    /refused the release \(403 SignatureDoesNotMatch\).*S3_ACCESS_KEY_ID/u,
    true,
  ],
  [{ bucket: 'other' }, /refused the release \(404 NoSuchBucket\).*S3_BUCKET/u, true],
  [{ endpoint: 'http://127.0.0.1:9' }, /could not be reached .*tried again/u, false],
])('with %j the message says what to look at', async (wrong, message, isPermanent) => {
  const { options } = await newBucket()
  const target = createBucketTarget({ ...options, owner, ...wrong })
  const failure = await failureOf(target.deliver(release('r1', files), signal, always))
  expect(failure).toMatchObject({ isPermanent, message: expect.stringMatching(message) })
  expect(failure.message).not.toContain('127.0.0.1')
})

/** A CDN's hook that answers with one status after the other, then 200. */
async function startPurge(...statuses: number[]) {
  const purged: string[][] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      purged.push((JSON.parse(text) as { paths: string[] }).paths.toSorted())
      response.writeHead(statuses.shift() ?? 200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/purge`, purged }
}

test('the cache in front forgets what changed, and all that it was owed after a failure or a start', async () => {
  const { url, purged } = await startPurge(200, 500)
  const { deliver, target } = await newBucket(url)
  await deliver(release('r1', files))
  expect(purged.pop()).toEqual(expect.arrayContaining(['/', '/404', '/platform', '/assets/client-1a2b3c.js']))

  const next = release('r2', { ...files, 'index.html': '<h1>New</h1>' })
  expect(await failureOf(target.deliver(next, signal, always))).toMatchObject({
    isPermanent: false,
    message: expect.stringContaining('PURGE_URL answered 500'),
  })
  expect(purged.pop()).toEqual(['/', '/release.json'])
  await deliver(next)
  expect(purged.pop()).toEqual(['/', '/release.json'])
  await deliver(next)
  expect(purged).toEqual([])
})

async function failureOf(delivery: Promise<void>): Promise<AttemptFailed> {
  const failure = await delivery.catch((error: unknown) => error)
  if (failure instanceof AttemptFailed) return failure
  throw new Error('The delivery did not fail as deliveries do.', { cause: failure })
}
