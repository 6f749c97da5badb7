import { afterAll, describe, expect, test, vi } from 'vitest'
import { startPublisher } from './support/own-publisher.ts'

// A build takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { client, publish, read, close } = await startPublisher()
afterAll(close)

function rule(_key: string, from: string, to: string) {
  return { _key, _type: 'redirect', from, to }
}

describe('redirects', () => {
  test('go live with the release, each to the end of its chain, and render no page', async () => {
    const rules = [rule('a', '/a', '/b'), rule('b', '/b', '/contact?from=b')]
    await client.patch('redirects').set({ rules }).commit()
    const { rendered, manifest: after } = await publish()
    expect(rendered).toEqual([])
    expect(after.redirects).toEqual({ '/a': '/contact?from=b', '/b': '/contact?from=b' })
    expect(await read('_redirects')).toContain('/a /contact?from=b 301')
  })

  test('that go round in a circle are held, and the last good ones stay', async () => {
    const rules = [rule('a', '/a', '/b'), rule('b', '/b', '/a')]
    await client.patch('redirects').set({ rules }).commit()
    const { manifest: after } = await publish()
    expect(after.redirects).toEqual({ '/a': '/contact?from=b', '/b': '/contact?from=b' })
    expect(after.held).toMatchObject([
      {
        _id: 'redirects',
        faults: [{ message: expect.stringContaining('/a → /b → /a'), path: 'rules[_key=="a"].to' }],
      },
    ])
    await client.patch('redirects').set({ rules: [] }).commit()
    expect((await publish()).manifest).toMatchObject({ redirects: {}, held: [] })
  })

  test('are none in content from before they existed, which has no document for them', async () => {
    const document = await client.getDocument('redirects')
    await client.delete('redirects')
    expect((await publish()).manifest).toMatchObject({ redirects: {}, held: [] })
    if (document) await client.createOrReplace(document)
    await publish()
  })
})

describe('what would break a page', () => {
  test('is represented by its last good revision, and keeps no other document from going live', async () => {
    const broken = await client.patch('about').set({ title: '' }).commit()
    await client.patch('contact').set({ title: 'Talk to us' }).commit()
    const { rendered, manifest: after } = await publish()
    expect(rendered).toEqual(['/contact'])
    expect(after.held).toEqual([
      {
        _id: 'about',
        _type: 'about',
        _rev: broken._rev,
        faults: [{ message: '“Heading” is empty.', path: 'title' }],
      },
    ])
    expect(after.documents['about']).not.toBe(broken._rev)
    await client.patch('about').set({ title: 'About us' }).commit()
    expect((await publish()).manifest.held).toEqual([])
    expect(await read('about.html')).toContain('About us')
  })

  test('is a value of another type, written past the Studio', async () => {
    const before = await client.getDocument<{ hero: { headline: string[] } }>('home')
    await client
      .patch('home')
      .set({ 'hero.headline': [5] })
      .commit()
    await client.patch('contact').set({ title: 'Beside a number' }).commit()
    const { rendered, manifest: after } = await publish()
    expect(rendered).toEqual(['/contact'])
    expect(after.held).toMatchObject([
      {
        _id: 'home',
        faults: [{ message: expect.stringMatching(/ is no text\.$/), path: 'hero.headline[0]' }],
      },
    ])
    await client.patch('home').set({ hero: before?.hero }).commit()
    expect((await publish()).manifest.held).toEqual([])
  })

  test('is a singleton that is missing', async () => {
    const about = await client.getDocument('about')
    await client.delete('about')
    const { manifest: after } = await publish()
    expect(after.held).toMatchObject([{ _id: 'about', _rev: null }])
    expect(await read('about.html')).toContain('About us')
    if (about) await client.createOrReplace(about)
    expect((await publish()).manifest.held).toEqual([])
  })

  test('is a singleton of another type, written past the Studio', async () => {
    const settings = await client.getDocument('settings')
    await client.createOrReplace({ _id: 'settings', _type: 'redirects', rules: [] })
    await client.patch('contact').set({ title: 'Beside another type' }).commit()
    const { rendered, manifest: after } = await publish()
    expect(rendered).toEqual(['/contact'])
    const message = expect.stringMatching(/^The document Settings is stored with the type “redirects”/)
    expect(after.held).toMatchObject([{ _id: 'settings', faults: [{ message }] }])
    if (settings) await client.createOrReplace(settings)
    expect((await publish()).manifest.held).toEqual([])
  })

  test('is a link to something that is no page, with the path to its field', async () => {
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
            message:
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

  test('is a redirect taken away that a page links to, told in words of that page', async () => {
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
    const message = expect.stringMatching(
      /^Legal page “Cookie Policy”: “Sections › Link 1 › Address” leads nowhere/,
    )
    expect((await publish()).manifest.held).toMatchObject([{ _id: 'redirects', faults: [{ message }] }])
    if (about) await client.createOrReplace(about)
    if (redirects) await client.createOrReplace(redirects)
    else await client.delete('redirects')
    expect((await publish()).manifest.held).toEqual([])
  })

  test('is a page too heavy to be sent, found in what was rendered and traced to its document', async () => {
    const page = await client.getDocument('legal-tos')
    const span = { _type: 'span', _key: 's', text: 'word '.repeat(120_000), marks: [] }
    const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [], children: [span] }
    await client.patch('legal-tos').append('body', [block]).commit()
    await client.patch('contact').set({ title: 'Goes live beside it' }).commit()
    const { manifest: after } = await publish()
    const message = expect.stringMatching(/^The page \/tos has \d+ kB of text; shorten it/)
    expect(after.held).toMatchObject([{ _id: 'legal-tos', faults: [{ message }] }])
    expect(await read('contact.html')).toContain('Goes live beside it')
    if (page) await client.createOrReplace(page)
    expect((await publish()).manifest.held).toEqual([])
  })

  test('is a new item and the list that refers to it, until the item is whole', async () => {
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
