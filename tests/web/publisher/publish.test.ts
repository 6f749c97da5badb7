import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../api/contract/time.ts'
import { revisionProof, type PublicManifest } from '../../../web/publisher/release/public-manifest.ts'
import { root } from '../../support/lake.ts'
import { startPublisher } from './support/own-publisher.ts'

// A build in the middle of a test takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { build, client, close, dist, manifest, publish, read, site } = await startPublisher()
afterAll(close)

/** The file of home's card. */
async function cardOf(): Promise<string> {
  return /\/assets\/(card-\w+\.png)"/.exec(await read('index.html'))?.[1] ?? ''
}

/** Whether nothing is left that was compressed fast. */
async function isSmall(): Promise<boolean> {
  return (await read('.fast')) === ''
}

/** When security.txt ends. */
async function expiry(): Promise<string> {
  return /Expires: (.+)/u.exec(await read('.well-known/security.txt'))?.[1] ?? ''
}

describe('a publish', () => {
  test('changes nothing while no document changed', async () => {
    const before = await readlink(path.join(dist, 'site'))
    expect(await publish()).toMatchObject({ isNew: false, rendered: [] })
    expect(await readlink(path.join(dist, 'site'))).toBe(before)
  })

  test('renders the page of a changed document alone, and says which revision is in it', async () => {
    const { _rev } = await client.patch('about').set({ lead: 'A lead of today.' }).commit()
    const { rendered, isNew } = await publish([{ _id: 'about', _rev }])
    expect({ rendered, isNew }).toEqual({ rendered: ['/about'], isNew: true })
    const html = await read('about.html')
    expect(html).toContain('A lead of today.')
    const { pages, documents } = await manifest()
    expect(documents['about']).toBe(_rev)
    expect(pages['/about']?.documents).toContain('about')
    expect(html).toContain(`<meta name="release-stamp" content="${pages['/about']?.stamp}"/>`)
    expect(brotliDecompressSync(await readFile(path.join(dist, 'site/about.html.br'))).toString()).toBe(html)
  })

  test('leaves the releases before it as they were', async () => {
    const before = await readlink(path.join(dist, 'site'))
    const html = await read('contact.html')
    await client.patch('contact').set({ title: 'Write to us' }).commit()
    const { manifest: after } = await publish()
    await site.finishRelease(dist, after)
    expect(await read('contact.html', before)).toBe(html)
    expect(await read('contact.html')).toContain('Write to us')
    expect(await site.switchRelease(dist, path.basename(before))).toMatchObject({ id: path.basename(before) })
    expect(await read('contact.html')).toBe(html)
    await site.switchRelease(dist, after.id)
    expect(await read('contact.html')).toContain('Write to us')
  })

  test('renders every page that a shared setting is on, to the byte as a build does', async () => {
    await client.patch('settings').set({ 'brand.word': 'LAC' }).commit()
    const { rendered, manifest: published } = await publish()
    expect(rendered).toHaveLength(12)
    await site.finishRelease(dist, published)
    const built = await mkdtemp(path.join(root, 'var/dist-'))
    expect(await build(built)).toBe(0)
    const names = (await readdir(path.join(built, 'site'), { recursive: true })).filter(
      (name) => /\.\w+$/.test(name) && !name.startsWith('release.json'),
    )
    expect(names).toContain('platform.html.br')
    for (const name of names) {
      const [one, other] = await Promise.all([
        readFile(path.join(dist, 'site', name)),
        readFile(path.join(built, 'site', name)),
      ])
      expect(one.equals(other), name).toBe(true)
    }
    await rm(built, { recursive: true })
  })

  test('is whole, however close it comes to what finishes the release before it', async () => {
    let finishing = Promise.resolve()
    for (let gap = 0; gap < 60; gap += 2) {
      await client
        .patch('about')
        .set({ lead: `After ${gap} ms.` })
        .commit()
      await new Promise((resolve) => setTimeout(resolve, gap))
      const { manifest: after } = await publish()
      await finishing
      finishing = site.finishRelease(dist, after)
      const names = await readdir(path.join(dist, 'releases', after.id))
      expect(names, `${gap} ms`).toEqual(expect.arrayContaining(['index.html', 'about.html', '404.html.br']))
    }
    await finishing
  })

  test('is finished, though a page that the release before it drew was taken away meanwhile', async () => {
    const imprint = {
      _id: 'legal-imprint',
      _type: 'legalPage',
      title: 'Imprint',
      slug: { _type: 'slug', current: 'imprint' },
      seo: { title: 'Imprint', description: 'Who publishes this.' },
    }
    const model = await client.getDocument('legal-tos')
    await client.createOrReplace({ ...model, ...imprint })
    expect((await publish()).rendered).toContain('/imprint')
    const kept = () => readdir(path.join(dist, 'good'))
    await expect.poll(kept).toContain('legal-imprint.json')
    await client.delete('legal-imprint')
    await client.patch('about').set({ lead: 'Without an imprint.' }).commit()
    const { manifest: after } = await publish()
    await expect.poll(kept).not.toContain('legal-imprint.json')
    const releases = path.join(dist, 'releases')
    // As many as are kept, all of them older.
    for (let i = 0; i < 50; i += 1) await mkdir(path.join(releases, `2020-${i}`), { recursive: true })
    const fast = await readFile(path.join(dist, 'site/about.html.br'))
    await site.finishRelease(dist, after)
    const names = await readdir(path.join(dist, 'site'))
    expect(names).not.toContain('imprint.html')
    expect(names).not.toContain('imprint.html.br')
    const small = await readFile(path.join(dist, 'site/about.html.br'))
    expect(small.length).toBeLessThan(fast.length)
    expect(brotliDecompressSync(small).toString()).toBe(await read('about.html'))
    expect(await readdir(dist)).toContain(`.next-${after.id}`)
    expect(await readdir(releases)).toHaveLength(50)
  })

  test('is finished with a headline of one line', async () => {
    await client
      .patch('home')
      .set({ 'hero.headline': ['Decisions.'] })
      .commit()
    await site.finishRelease(dist, (await publish()).manifest)
    expect(await readdir(path.join(dist, 'site/assets'))).toContain(await cardOf())
    expect(await isSmall()).toBe(true)
  })

  test('does not wait for a revision that the lake does not show yet, and says so', async () => {
    const awaited = [{ _id: 'about', _rev: 'later' }]
    await client.patch('contact').set({ title: 'Meanwhile' }).commit()
    expect(await publish(awaited)).toMatchObject({ missing: ['about'], rendered: ['/contact'] })
    const later = client.transaction().transactionId('later')
    await later.patch('about', { set: { lead: 'Later.' } }).commit()
    const { manifest: after, missing } = await publish(awaited)
    expect([after.documents['about'], missing]).toEqual(['later', []])
  })

  test('tells machines of each title that a page had last, also after the site went back', async () => {
    const titleIn = async (name: string) => {
      const bytes = await readFile(path.join(dist, 'site', name))
      const text = name.endsWith('.br') ? brotliDecompressSync(bytes).toString() : bytes.toString()
      return /\[([^\]]*)\]\([^)]*\/about\)/u.exec(text)?.[1]
    }
    const publishTitle = async (title: string) => {
      await client.patch('about').set({ 'seo.title': title }).commit()
      const { manifest: after } = await publish()
      expect([await titleIn('llms.txt'), await titleIn('llms.txt.br')]).toEqual([title, title])
      return after.id
    }
    const first = await publishTitle('One “title”')
    await publishTitle('Another')
    await publishTitle('One “title”')
    await publishTitle('Another')
    await site.switchRelease(dist, first)
    expect(await titleIn('llms.txt')).toBe('One “title”')
    await publishTitle('Another')
  })

  test('tells everybody what proves a revision, and nobody which documents there are', async () => {
    const { _rev } = await client.patch('about').set({ lead: 'A proof.' }).commit()
    const { manifest: after } = await publish()
    const text = await read('release.json')
    const told = JSON.parse(text) as PublicManifest
    expect(told.revisions).toContain(revisionProof('about', _rev))
    expect(told.pages['/about']).toEqual({ stamp: after.pages['/about']?.stamp })
    const secret = Object.entries(after.documents).flat()
    expect(secret.filter((word) => text.includes(`"${word}"`))).toEqual(['redirects'])
  })

  test('takes a later revision for one that was replaced meanwhile', async () => {
    const { _rev, _updatedAt: at } = await client.patch('about').set({ lead: 'One.' }).commit()
    await client.patch('about').set({ lead: 'Two.' }).commit()
    await publish([{ _id: 'about', _rev, at }])
    expect(await read('about.html')).toContain('Two.')
  })

  test('renders with the code that is here, though another build rendered what is served', async () => {
    const built = JSON.parse(await read('build.json', '')) as { key: string; release: string }
    const before = await manifest()
    const ofBefore = path.join(dist, `manifests/${before.id}.json`)
    await writeFile(ofBefore, JSON.stringify({ ...before, build: 'before' }))
    await writeFile(path.join(dist, 'site/assets/before.js'), '')
    await writeFile(path.join(dist, 'releases', built.release, 'new.txt'), 'What the new code brought.')
    const { isNew, rendered, manifest: after } = await publish()
    expect([isNew, after.build, after.snapshot]).toEqual([true, built.key, before.snapshot])
    expect(rendered).toContain('/about')
    expect(await read('about.html')).toContain(after.pages['/about']?.stamp)
    expect(await read('new.txt')).toBe('What the new code brought.')
    expect(await read('assets/before.js')).toBe('')
    expect(await publish()).toMatchObject({ isNew: false })

    // What the build left may be too old to be kept.
    await writeFile(path.join(dist, 'build.json'), JSON.stringify({ ...built, key: 'newer' }))
    const all = await publish()
    expect(all).toMatchObject({ isNew: true, manifest: { build: 'newer' } })
    expect(all.rendered).toHaveLength(12)
    expect(await publish()).toMatchObject({ isNew: false })
  })

  test('is refused where no release has what the build here made, as pages would ask for it', async () => {
    const built = await read('build.json', '')
    const template = await read('template.html', 'server')
    await writeFile(path.join(dist, 'build.json'), JSON.stringify({ key: 'lost', release: 'gone' }))
    await writeFile(
      path.join(dist, 'server/template.html'),
      template.replace(/assets\/app-[^"]+/u, 'assets/app-lost.js'),
    )
    await client.patch('about').set({ lead: 'Drawn by nobody.' }).commit()
    await expect(publish()).rejects.toThrow(/such as assets\/app-lost\.js: start the server again/u)
    expect(await read('about.html')).not.toContain('Drawn by nobody.')

    await writeFile(path.join(dist, 'build.json'), built)
    await writeFile(path.join(dist, 'server/template.html'), template)
    expect(await publish()).toMatchObject({ isNew: true })
    expect(await read('about.html')).toContain('Drawn by nobody.')
  })
})

test('a release is renewed after half a year, as its security.txt ends after one', async () => {
  const before = await expiry()
  expect(await publish()).toMatchObject({ isNew: false })
  vi.useFakeTimers({ now: Date.now() + 181 * DAY_MS, toFake: ['Date'] })
  try {
    expect(await publish()).toMatchObject({ isNew: true, rendered: [] })
    expect(await publish()).toMatchObject({ isNew: false })
  } finally {
    vi.useRealTimers()
  }
  expect(Date.parse(await expiry()) - Date.parse(before)).toBeGreaterThan(100 * DAY_MS)
})
