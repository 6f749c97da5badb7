import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createBucketTarget } from '../../../../api/publishing/targets/bucket.ts'
import type { TargetRelease } from '../../../../api/publishing/targets/target.ts'
import { listenHere } from '../../../support/listen.ts'
import { always, failureOf, files, newBucket, owner, release, signal } from '../../support/bucket-target.ts'

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

test('a broken push is completed by the next, with the removals it still owed', async () => {
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

test('of two sites writing at once to an unowned bucket, one gets it', async () => {
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

test('redirects from a file, as there were before they were refused, leave it as it is, also once they go', async () => {
  const { deliver, read } = await newBucket()
  const from = ['/robots.txt', '/owner.json', '/pushing.json', '/release.json', '/assets/client-1a2b3c.js']
  const rules = Object.fromEntries(from.map((name) => [name, '/platform']))
  await deliver(release('r1', files, { ...rules, '/old.pdf': '/platform' }))
  const kept = async () => Promise.all(['robots.txt', 'owner.json', 'assets/client-1a2b3c.js'].map(read))
  const texts = [files['robots.txt'], '{"owner":"this site"}', files['assets/client-1a2b3c.js']]
  expect((await kept()).map(({ text }) => text)).toEqual(texts)
  expect((await read('old.pdf')).text).toContain('url=/platform')
  expect(JSON.parse((await read('release.json')).text)).toMatchObject({ id: 'r1' })

  expect(await deliver(release('r2', files))).toEqual(['DELETE old.pdf', 'PUT release.json'])
  expect((await kept()).map(({ text }) => text)).toEqual(texts)
})

/** A CDN's hook that answers with one status after the other, then 200. */
async function startPurge(...statuses: number[]) {
  const purged: string[][] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      purged.push((JSON.parse(text) as { paths: string[] }).paths.toSorted())
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  return { url: `${await listenHere(server)}/purge`, purged }
}

test('the CDN is purged of what changed, and of all it missed after a failure or a start', async () => {
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
