import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startPublisher } from './support/own-publisher.ts'
import { filesOf, picture } from './support/pictures.ts'

// A build takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { client, close, dist, publish, read, site } = await startPublisher()
afterAll(close)

const record = path.join(dist, 'unnamed.json')

/** Publishes all that changed, and finishes it. Gives the release's id. */
async function goLive(): Promise<string> {
  const { manifest } = await publish()
  await site.finishRelease(dist, manifest)
  return manifest.id
}

/** As though what is noted down to be named by no page had been so for all those days. */
async function passDays(days: number): Promise<void> {
  const names = Object.keys(JSON.parse(await readFile(record, 'utf8')) as object)
  const then = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  await writeFile(record, JSON.stringify(Object.fromEntries(names.map((name) => [name, then]))))
}

function has(release: string, file: string): boolean {
  return existsSync(path.join(dist, 'releases', release, file))
}

async function card(): Promise<string> {
  return /\/(assets\/card-\w+\.png)"/.exec(await read('index.html'))?.[1] ?? ''
}

async function say(...headline: string[]): Promise<string> {
  await client.patch('home').set({ 'hero.headline': headline }).commit()
  return goLive()
}

/** Another release of nearly the same content. */
async function another(lead: string): Promise<string> {
  await client.patch('about').set({ lead }).commit()
  return goLive()
}

test('a card that no page names stays for a month, then next releases are without it, and going back brings it', async () => {
  const first = await say('One.', 'Headline.')
  const old = await card()
  await say('Another.', 'Headline.')
  const fresh = await card()
  expect(has(await another('One.'), old)).toBe(true)

  await passDays(29)
  await another('Two.')
  expect(has(await another('Three.'), old)).toBe(true)

  await passDays(31)
  const last = await another('Four.')
  expect(has(last, old), 'what is served stays as it is').toBe(true)
  const without = await another('Five.')
  expect([has(without, old), has(without, fresh), has(first, old)]).toEqual([false, true, true])
  expect(has(without, 'index.html')).toBe(true)

  await site.switchRelease(dist, first)
  expect(await card()).toBe(old)
  expect([has(first, old), has(first, fresh)]).toEqual([true, true])
  expect(existsSync(record), 'whoever got its page meanwhile has a month, too').toBe(false)
  await site.switchRelease(dist, without)
})

test('a picture that is shown again after a month is there at once', async () => {
  const { _id: asset } = await client.assets.upload('image', await picture('png', 300), { filename: 'a.png' })
  const before = await client.getDocument<{ logo: object }>('integration-slack')
  const logo = { _type: 'image', asset: { _type: 'reference', _ref: asset } }
  await client.patch('integration-slack').set({ logo }).commit()
  await goLive()
  const files = filesOf(await read('index.html'), asset).map((file) => file.slice(1))
  expect(files.length).toBeGreaterThan(0)

  await client.patch('integration-slack').set({ logo: before?.logo }).commit()
  await goLive()
  await passDays(31)
  await another('Six.')
  const prepared = (await publish()).manifest.id
  expect(files.map((file) => existsSync(path.join(dist, `.next-${prepared}`, file)))).not.toContain(true)

  await client.patch('integration-slack').set({ logo }).commit()
  const shown = await goLive()
  expect(files.map((file) => has(shown, file))).not.toContain(false)

  await client.patch('integration-slack').set({ logo: before?.logo }).commit()
  await goLive()
  await passDays(31)
  await another('Seven.')
  expect(files.map((file) => has(shown, file))).not.toContain(false)
  const gone = await another('Eight.')
  expect(files.map((file) => has(gone, file))).not.toContain(true)
})
