import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createDeployHook } from '../../../../api/publishing/targets/deploy-hook.ts'
import type { TargetManifest, TargetRelease } from '../../../../api/publishing/targets/target.ts'
import { publicManifest } from '../../../../web/publisher/release/public-manifest.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenHere } from '../../../support/listen.ts'

const never = new AbortController().signal
const always = () => true

function manifest(revision: string, stamp = `stamp-${revision}`): TargetManifest {
  return {
    id: `release-${revision}`,
    redirects: {},
    documents: { home: revision },
    pages: { '/': { stamp } },
    held: [],
  }
}

function release(revision: string): TargetRelease {
  return { folder: '/nowhere', manifest: manifest(revision), changed: ['/'], isNewest: true }
}

interface Host {
  /** What its manifest says. */
  manifest: TargetManifest
  /** What stands in its page. */
  stamp: string
}

/** A host that builds when its hook is called: `states` are what it serves, one for each time it is asked. */
async function startHost(states: Host[], statuses: number[] = []) {
  const calls: unknown[] = []
  let host = states[0]
  const server = createServer((request, response) => {
    if (request.url === '/release.json') {
      host = states.shift() ?? host
      response.end(JSON.stringify(host && publicManifest({ at: '', ...host.manifest })))
    } else if (request.url === '/') {
      response.end(`<meta name="release-stamp" content="${host?.stamp}"/>`)
    } else {
      request.setEncoding('utf8').on('data', (text: string) => {
        calls.push(JSON.parse(text))
        response.writeHead(statuses.shift() ?? 201, { location: '/elsewhere' }).end()
      })
    }
  })
  const siteUrl = await listenHere(server)
  const target = createDeployHook({ url: `${siteUrl}/hook/secret`, siteUrl, everyMs: 1, limitMs: 60_000 })
  return { target, siteUrl, calls }
}

const old = { manifest: manifest('1'), stamp: 'stamp-1' }
/** The host's own build: other ids and stamps, the same revisions. */
const built = { manifest: { ...manifest('2', 'theirs'), id: 'their-own' }, stamp: 'theirs' }

test('the hook is called once, and the release counts once it was read back', async () => {
  const stale = { ...built, stamp: 'stamp-1' }
  const { target, calls } = await startHost([old, old, stale, built])
  await target.deliver(release('2'), never, always)
  expect(calls).toEqual([{ release: 'release-2' }])
})

test('a release that is there already calls no hook, as after a restart', async () => {
  const { target, calls } = await startHost([built])
  await target.deliver(release('2'), never, always)
  expect(calls).toEqual([])
})

test.each([
  [404, true, 'The deploy hook answered 404. Check DEPLOY_HOOK_URL.'],
  [302, true, 'The deploy hook answered 302. Check DEPLOY_HOOK_URL.'],
  [503, false, 'The deploy hook answered 503. It is called again.'],
  [429, false, 'The deploy hook answered 429. It is called again.'],
])('an answer of %i to the call: no repeat can help is %s', async (status, isPermanent, message) => {
  const { target, calls } = await startHost([old], [status])
  await expect(target.deliver(release('2'), never, always)).rejects.toMatchObject({ isPermanent, message })
  expect(calls).toHaveLength(1)
})

test('a build that never arrives is reported, without the secret address', async () => {
  const { siteUrl } = await startHost([old])
  const target = createDeployHook({ url: `${siteUrl}/hook/secret`, siteUrl, everyMs: 1, limitMs: 50 })
  const failure: unknown = await target.deliver(release('2'), never, always).catch((error: unknown) => error)
  expect(failure).toMatchObject({ isPermanent: true, message: expect.stringContaining(siteUrl) })
  expect(String(failure)).not.toContain('secret')
})

test('a release given again is awaited again without another call', async () => {
  const { target, calls } = await startHost([old])
  const again = new AbortController()
  const first = target.deliver(release('2'), again.signal, always)
  await eventually(() => expect(calls).toHaveLength(1))
  again.abort()
  await expect(first).rejects.toThrow(/did not show/u)
  const done = new AbortController()
  const second = target.deliver(release('2'), done.signal, always)
  done.abort()
  await expect(second).rejects.toThrow(/did not show/u)
  expect(calls).toHaveLength(1)
})

test('no hook is called while a document is held, as the build would fail', async () => {
  const { target, calls } = await startHost([old])
  const held = [
    { _id: 'about', faults: [{ message: '“Heading” is empty.' }] },
    { _id: 'faq-new', faults: [] },
  ]
  const broken = { ...release('2').manifest, held, titles: { about: 'About' } }
  await expect(target.deliver({ ...release('2'), manifest: broken }, never, always)).rejects.toMatchObject({
    isPermanent: true,
    message: expect.stringMatching(
      /^The host can't build while About, “faq-new” is held: “Heading” is empty\./u,
    ),
  })
  expect(calls).toEqual([])
  // Nothing of what it serves changed: the release is there.
  const same = { ...release('1').manifest, held }
  await target.deliver({ ...release('1'), manifest: same }, never, always)
})

test('an earlier release is not asked for: the host would build the newest', async () => {
  const { target, calls } = await startHost([old])
  await expect(target.deliver({ ...release('0'), isNewest: false }, never, always)).rejects.toMatchObject({
    isPermanent: true,
    message: expect.stringContaining('own list'),
  })
  expect(calls).toEqual([])
})

test('a newer release ends the wait', async () => {
  const { target } = await startHost([old])
  const newer = new AbortController()
  const waiting = target.deliver(release('2'), newer.signal, always)
  newer.abort()
  await expect(waiting).rejects.toThrow(/did not show/u)
})
