import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contentSource, type ContentSource } from '../../../web/content/client.ts'
import type * as Publish from '../../../web/publisher/publish.ts'
import type { Manifest } from '../../../web/publisher/release/manifest.ts'
import { revisionProof, type PublicManifest } from '../../../web/publisher/release/public-manifest.ts'
import { root, startLake } from '../../support/lake.ts'

// A build in the middle of a test takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let lake: Awaited<ReturnType<typeof startLake>>
let dist: string
let site: typeof Publish
let source: ContentSource
let client: SanityClient

beforeAll(async () => {
  lake = await startLake()
  // Below the checkout, so that the bundle finds its packages as it does in use.
  await mkdir(path.join(root, 'var'), { recursive: true })
  dist = await mkdtemp(path.join(root, 'var/dist-'))
  await build(dist)
  site = (await import(path.join(dist, 'server/publish.js'))) as typeof Publish
  source = contentSource({ LAKE_URL: lake.url })
  client = source.client
})

afterAll(async () => {
  await lake.close()
  await rm(dist, { recursive: true, force: true })
})

function build(out: string): Promise<number | null> {
  const env = { ...process.env, LAKE_URL: lake.url, SITE_URL: 'https://site.example', NODE_ENV: 'production' }
  const program = ['web/publisher/build.ts', '--out', out]
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: 'ignore' })
  return new Promise((resolve) => {
    child.on('close', resolve)
  })
}

async function publish(awaited: Publish.PublishInput['awaited'] = []): Promise<Publish.Published> {
  const settings = { origin: 'https://site.example' }
  return site.publish({ dist, source, settings, awaited })
}

function read(name: string, folder = 'site'): Promise<string> {
  return readFile(path.join(dist, folder, name), 'utf8')
}

async function manifest(): Promise<Manifest> {
  const found = await site.currentManifest(dist)
  if (!found) throw new Error('Nothing is served.')
  return found
}

describe('a publish', () => {
  it('changes nothing while no document changed', async () => {
    const before = await readlink(path.join(dist, 'site'))
    expect(await publish()).toMatchObject({ isNew: false, drawn: [] })
    expect(await readlink(path.join(dist, 'site'))).toBe(before)
  })

  it('draws the page of a changed document alone, and says which revision is in it', async () => {
    const { _rev } = await client.patch('about').set({ lead: 'A lead of today.' }).commit()
    const { drawn, isNew } = await publish([{ _id: 'about', _rev }])
    expect({ drawn, isNew }).toEqual({ drawn: ['/about'], isNew: true })
    const html = await read('about.html')
    expect(html).toContain('A lead of today.')
    const { pages, documents } = await manifest()
    expect(documents['about']).toBe(_rev)
    expect(pages['/about']?.documents).toContain('about')
    expect(html).toContain(`<meta name="release-stamp" content="${pages['/about']?.stamp}"/>`)
    expect(brotliDecompressSync(await readFile(path.join(dist, 'site/about.html.br'))).toString()).toBe(html)
  })

  it('leaves the releases before it as they were', async () => {
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

  it('draws every page that a shared setting is on, to the byte as a build does', async () => {
    await client.patch('settings').set({ 'brand.word': 'LAC' }).commit()
    const { drawn, manifest: published } = await publish()
    expect(drawn).toHaveLength(12)
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

  it('is whole, however close it comes to what finishes the release before it', async () => {
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

  it('does not wait for a revision that the lake does not show yet, and says so', async () => {
    const awaited = [{ _id: 'about', _rev: 'later' }]
    await client.patch('contact').set({ title: 'Meanwhile' }).commit()
    expect(await publish(awaited)).toMatchObject({ missing: ['about'], drawn: ['/contact'] })
    const later = client.transaction().transactionId('later')
    await later.patch('about', { set: { lead: 'Later.' } }).commit()
    const { manifest: after, missing } = await publish(awaited)
    expect([after.documents['about'], missing]).toEqual(['later', []])
  })

  it('tells everybody what proves a revision, and nobody which documents there are', async () => {
    const { _rev } = await client.patch('about').set({ lead: 'A proof.' }).commit()
    const { manifest: after } = await publish()
    const text = await read('release.json')
    const told = JSON.parse(text) as PublicManifest
    expect(told.revisions).toContain(revisionProof('about', _rev))
    expect(told.pages['/about']).toEqual({ stamp: after.pages['/about']?.stamp })
    const secret = Object.entries(after.documents).flat()
    expect(secret.filter((word) => text.includes(`"${word}"`))).toEqual(['redirects'])
  })

  it('takes a later revision for one that was replaced meanwhile', async () => {
    const { _rev, _updatedAt: at } = await client.patch('about').set({ lead: 'One.' }).commit()
    await client.patch('about').set({ lead: 'Two.' }).commit()
    await publish([{ _id: 'about', _rev, at }])
    expect(await read('about.html')).toContain('Two.')
  })
})

function rule(_key: string, from: string, to: string) {
  return { _key, _type: 'redirect', from, to }
}

describe('redirects', () => {
  it('go live with the release, each to the end of its chain, and draw no page', async () => {
    const rules = [rule('a', '/a', '/b'), rule('b', '/b', '/contact?from=b')]
    await client.patch('redirects').set({ rules }).commit()
    const { drawn, manifest: after } = await publish()
    expect(drawn).toEqual([])
    expect(after.redirects).toEqual({ '/a': '/contact?from=b', '/b': '/contact?from=b' })
    expect(await read('_redirects')).toContain('/a /contact?from=b 301')
  })

  it('that go round in a circle are held, and the last good ones stay', async () => {
    const rules = [rule('a', '/a', '/b'), rule('b', '/b', '/a')]
    await client.patch('redirects').set({ rules }).commit()
    const { manifest: after } = await publish()
    expect(after.redirects).toEqual({ '/a': '/contact?from=b', '/b': '/contact?from=b' })
    expect(after.held).toMatchObject([
      {
        _id: 'redirects',
        faults: [{ sentence: expect.stringContaining('/a → /b → /a'), path: 'rules[_key=="a"].to' }],
      },
    ])
    await client.patch('redirects').set({ rules: [] }).commit()
    expect((await publish()).manifest).toMatchObject({ redirects: {}, held: [] })
  })

  it('are none where content from before there were any has no document for them', async () => {
    const document = await client.getDocument('redirects')
    await client.delete('redirects')
    expect((await publish()).manifest).toMatchObject({ redirects: {}, held: [] })
    if (document) await client.createOrReplace(document)
    await publish()
  })
})

describe('what would break a page', () => {
  it('is represented by its last good revision, and keeps no other document from going live', async () => {
    const broken = await client.patch('about').set({ title: '' }).commit()
    await client.patch('contact').set({ title: 'Talk to us' }).commit()
    const { drawn, manifest: after } = await publish()
    expect(drawn).toEqual(['/contact'])
    expect(after.held).toEqual([
      {
        _id: 'about',
        _type: 'about',
        _rev: broken._rev,
        faults: [{ sentence: '“Heading” is empty.', path: 'title' }],
      },
    ])
    expect(after.documents['about']).not.toBe(broken._rev)
    await client.patch('about').set({ title: 'About us' }).commit()
    expect((await publish()).manifest.held).toEqual([])
    expect(await read('about.html')).toContain('About us')
  })

  it('is a singleton that is gone', async () => {
    const about = await client.getDocument('about')
    await client.delete('about')
    const { manifest: after } = await publish()
    expect(after.held).toMatchObject([{ _id: 'about', _rev: null }])
    expect(await read('about.html')).toContain('About us')
    if (about) await client.createOrReplace(about)
    expect((await publish()).manifest.held).toEqual([])
  })

  it('is a link to a page that is none, with the way to its field', async () => {
    const link = { _type: 'link', _key: 'l', href: '/nowhere' }
    const block = {
      _type: 'block',
      _key: 'b',
      style: 'normal',
      markDefs: [link],
      children: [{ _type: 'span', _key: 's', text: 'Here', marks: ['l'] }],
    }
    const page = await client.getDocument('legal-tos')
    await client.patch('legal-tos').set({ lead: 'Sound.' }).commit()
    await publish()
    await client.patch('legal-tos').append('body', [block]).commit()
    await client.patch('contact').set({ title: 'Still goes live' }).commit()
    const { manifest: after } = await publish()
    expect(after.held).toMatchObject([
      {
        _id: 'legal-tos',
        faults: [
          {
            sentence:
              '“Sections › Link 1 › Address” leads nowhere: /nowhere is no page of this site. Choose one, such as /contact.',
            path: 'body[_key=="b"].markDefs[_key=="l"].href',
          },
        ],
      },
    ])
    expect(await read('contact.html')).toContain('Still goes live')
    expect(await read('tos.html')).not.toContain('/nowhere')
    if (page) await client.createOrReplace(page)
    expect((await publish()).manifest.held).toEqual([])
  })

  it('is a redirect taken away that a page links to, told in words of that page', async () => {
    const rules = [{ _key: 'r', _type: 'redirect', from: '/old-terms', to: '/tos' }]
    const redirects = await client.getDocument('redirects')
    const about = await client.getDocument('legal-cookies')
    await client.createOrReplace({ _id: 'redirects', _type: 'redirects', rules })
    const link = { _type: 'link', _key: 'l', href: '/old-terms' }
    const span = { _type: 'span', _key: 's', text: 'Here', marks: ['l'] }
    const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [link], children: [span] }
    await client.patch('legal-cookies').append('body', [block]).commit()
    expect((await publish()).manifest.held).toEqual([])
    await client.patch('redirects').set({ rules: [] }).commit()
    const sentence = expect.stringMatching(
      /^Legal page “Cookie Policy”: “Sections › Link 1 › Address” leads nowhere/,
    )
    expect((await publish()).manifest.held).toMatchObject([{ _id: 'redirects', faults: [{ sentence }] }])
    if (about) await client.createOrReplace(about)
    if (redirects) await client.createOrReplace(redirects)
    else await client.delete('redirects')
    expect((await publish()).manifest.held).toEqual([])
  })

  it('is a page too heavy to be sent, found in what was drawn and traced to its document', async () => {
    const page = await client.getDocument('legal-tos')
    const span = { _type: 'span', _key: 's', text: 'word '.repeat(120_000), marks: [] }
    const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [], children: [span] }
    await client.patch('legal-tos').append('body', [block]).commit()
    await client.patch('contact').set({ title: 'Goes live beside it' }).commit()
    const { manifest: after } = await publish()
    const sentence = expect.stringMatching(/^The page \/tos has \d+ kB of text; shorten it/)
    expect(after.held).toMatchObject([{ _id: 'legal-tos', faults: [{ sentence }] }])
    expect(await read('contact.html')).toContain('Goes live beside it')
    if (page) await client.createOrReplace(page)
    expect((await publish()).manifest.held).toEqual([])
  })

  it('is a new item and the list that refers to it, until the item is whole', async () => {
    const item = { _id: 'faq-new', _type: 'faqGroup', title: 'New questions', items: [] as unknown[] }
    await client.create(item)
    const reference = { _type: 'reference', _key: 'n', _ref: 'faq-new' }
    await client.patch('home').append('faq.groups', [reference]).commit()
    const { manifest: after } = await publish()
    expect(after.held.map(({ _id }) => _id).toSorted()).toEqual(['faq-new', 'home'])
    expect(await read('index.html')).not.toContain('New questions')

    const seed = await client.fetch<{ items: unknown[] }>('*[_type == "faqGroup"][0]{items}')
    await client.patch('faq-new').set({ items: seed.items }).commit()
    expect((await publish()).manifest.held).toEqual([])
    expect(await read('index.html')).toContain('New questions')
  })
})
