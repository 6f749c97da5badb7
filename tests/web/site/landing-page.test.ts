import { assert, asyncProperty, sample } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { contentFaults } from '../../../web/content/check.ts'
import type { Documents, StoredDocument } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../../web/content/snapshot.ts'
import { renderSite } from '../../../web/publisher/render/render-site.ts'
import { landingPage, landingPages } from '../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'

vi.setConfig({ testTimeout: 180_000 })

const RUNS = 200
const launch = launchDocuments()
const template = {
  beforeHead: '<head>',
  afterHead: '</head><body>',
  end: '</body>',
  font: '/assets/font.woff2',
}
const options = { template, origin: 'https://site.example' }
const before = snapshotOf(ownImages(launch))
const first = await renderSite(before, options)

function withPage(page: StoredDocument, documents: Documents = launch): Snapshot {
  return snapshotOf(ownImages(new Map([...documents, [page._id, page]])))
}

/** Renders what the page changes, beside the launch content. */
function render(snapshot: Snapshot) {
  return renderSite(snapshot, options, { pages: first.pages, snapshot: before })
}

async function htmlOf(page: StoredDocument): Promise<string> {
  const { files, faults } = await render(withPage(page))
  expect(faults).toEqual([])
  return files.get('generated.html') ?? ''
}

const outline = (html: string) => [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))

const call = (title: string, hidden = false) => ({ _type: 'callBlock', _key: title, title, hidden })

describe('a landing page', () => {
  test('of any parts in any order is whole: one heading, no level left out, no anchor twice', async () => {
    await assert(
      asyncProperty(landingPages(launch.values()), async (page) => {
        expect(contentFaults(new Map([...launch, [page._id, page]]))).toEqual([])
        const html = await htmlOf(page)
        const levels = outline(html)
        expect(levels.filter((level) => level === 1)).toHaveLength(1)
        for (const [i, level] of levels.entries())
          expect(level, html).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1)
        const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
        expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
        expect(html).not.toContain('<script>alert(1)')
      }),
      { numRuns: RUNS },
    )
  })

  test('shows its parts in their order, and no hidden one', async () => {
    const blocks = [call('First.'), call('Never seen.', true), call('Second.')]
    const html = await htmlOf(landingPage('generated', { title: 'Named page', blocks }))
    expect(html).toMatch(/<h1[^>]*>Named page<.*First\..*Second\./s)
    expect(html).not.toContain('Never seen.')
  })

  test('has its pictures in the sizes that screens need, and fetches the first at once', async () => {
    const asset = { ...landingPage('x', { blocks: [] }), _type: 'sanity.imageAsset' }
    const _id = `image-${'a'.repeat(40)}-2000x1000-jpg`
    const documents = new Map([...launch, [_id, { ...asset, _id }]])
    const part = (key: string) => ({
      _type: 'pictureBlock',
      _key: key,
      label: 'Picture',
      title: 'A picture.',
      picture: {
        alt: `What ${key} shows.`,
        asset: { _ref: _id },
        crop: { left: 0.5, top: 0, right: 0, bottom: 0 },
      },
      body: [
        {
          _type: 'block',
          _key: 'b',
          markDefs: [],
          children: [{ _type: 'span', _key: 's', text: 'Text.', marks: [] }],
        },
      ],
      isLeft: key === 'two',
    })
    const page = landingPage('generated', { blocks: [part('one'), part('two')] })
    expect(contentFaults(new Map([...documents, [page._id, page]]))).toEqual([])
    const html = (await render(withPage(page, documents))).files.get('generated.html') ?? ''
    const pictures = [...html.matchAll(/<picture.*?<\/picture>/gs)].map(([one]) => one)
    const [top, below] = pictures.filter((one) => one.includes('shows.'))
    for (const [picture, name] of [
      [top, 'one'],
      [below, 'two'],
    ] as const) {
      expect(picture).toContain(`alt="What ${name} shows."`)
      expect(picture).toMatch(/<source type="image\/avif" srcSet="[^"]* 480w, [^"]* 720w, [^"]* 1000w"/)
      expect(picture).toContain('<source type="image/webp"')
      expect(picture).toMatch(/<img [^>]*width="\d+" height="\d+"/)
    }
    expect(top).toMatch(/fetchPriority="high"/i)
    expect(top).toContain('loading="eager"')
    expect(below).toContain('loading="lazy"')
    expect(below).not.toMatch(/fetchPriority/i)
  })

  test('is rendered again with what it refers to, and no other page is', async () => {
    const groups = [{ _type: 'reference', _key: 'g', _ref: 'faq-group-business-roi' }]
    const page = landingPage('generated', { blocks: [{ _type: 'faqBlock', _key: 'f', groups }] })
    const snapshot = withPage(page)
    const { pages } = await render(snapshot)
    const other = landingPage('other', { blocks: [{ _type: 'securityBlock', _key: 's' }] })
    const next = withPage(other, edited(snapshot.documents, 'faq-group-business-roi', { title: 'Money' }))
    const { rendered } = await renderSite(next, options, { pages: { ...first.pages, ...pages }, snapshot })
    expect(rendered.toSorted()).toEqual(['/', '/generated', '/home', '/other'])
  })

  test('tells search engines what it is, and which questions it answers', async () => {
    const groups = [{ _type: 'reference', _key: 'g', _ref: 'faq-group-business-roi' }]
    const html = await htmlOf(
      landingPage('generated', { blocks: [{ _type: 'faqBlock', _key: 'f', groups }] }),
    )
    const data = [...html.matchAll(/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json ?? ''))
    expect(data).toMatchObject([
      { '@type': 'WebPage', url: 'https://site.example/generated' },
      {
        '@type': 'FAQPage',
        mainEntity: expect.arrayContaining([expect.objectContaining({ '@type': 'Question' })]),
      },
    ])
  })

  test('is in the sitemap and in llms.txt, unless search engines should not show it', async () => {
    const blocks = [{ _type: 'securityBlock', _key: 's' }]
    const shown = await render(withPage(landingPage('generated', { blocks })))
    expect(shown.forMachines.get('sitemap.xml')).toContain('https://site.example/generated<')
    expect(Buffer.from(shown.forMachines.get('llms.txt') ?? '').toString()).toContain(
      'https://site.example/generated',
    )
    const kept = await render(withPage(landingPage('generated', { blocks, indexed: false })))
    expect(kept.forMachines.get('sitemap.xml')).not.toContain('/generated')
    expect(kept.files.get('generated.html')).toContain('content="noindex"')
  })

  test.each([
    ['about', '/about is another page of this site'],
    ['privacy', '/privacy is another page of this site'],
    ['studio', '/studio is kept for the server'],
    ['v1', '/v1 is kept for the server'],
    ['index', '/index is kept for the server'],
    ['Spring Webinar', 'An address is made of small letters'],
  ])('is held back at the address %s', (slug, sentence) => {
    const page = landingPage(slug, { blocks: [{ _type: 'securityBlock', _key: 's' }] })
    const [fault] = contentFaults(new Map([...launch, [page._id, page]]))
    expect(fault).toMatchObject({
      document: page._id,
      path: 'slug',
      message: expect.stringContaining(sentence),
    })
  })

  test('is held back before it is rendered where it has too many parts, or an address of another shape', () => {
    const blocks = Array.from({ length: 21 }, (_, i) => ({ _type: 'securityBlock', _key: `k${i}` }))
    const long = landingPage('generated', { blocks })
    const odd = { ...landingPage('odd', { blocks: blocks.slice(0, 1) }), slug: 'odd' }
    const faults = contentFaults(
      new Map<string, StoredDocument>([...launch, [long._id, long], [odd._id, odd]]),
    )
    expect(faults).toMatchObject([
      { document: long._id, path: 'blocks', message: expect.stringContaining('room for 20 parts') },
      { document: odd._id, path: 'slug', message: expect.stringContaining('An address is made of') },
      { document: odd._id, path: 'slug.current', message: expect.stringContaining('is empty') },
    ])
  })

  test('never stands in the home page’s file, whatever asks for that address', async () => {
    const legal = { _id: 'legal-index', _type: 'legalPage', title: 'Index', slug: { current: 'index' } }
    const page = landingPage('index', { blocks: [{ _type: 'securityBlock', _key: 's' }] })
    const privacy = launch.get('legal-privacy')
    if (!privacy) throw new Error('There is no privacy policy.')
    const documents = new Map([...launch, [legal._id, { ...privacy, ...legal }]])
    const { rendered, files } = await render(withPage(page, documents))
    expect(rendered).toEqual([])
    expect(files.has('index.html')).toBe(false)
  })

  test('is held back at the address of a legal page that an editor has added', () => {
    const page = landingPage('imprint', { blocks: [{ _type: 'securityBlock', _key: 's' }] })
    const legal = edited(launch, 'legal-privacy', { slug: { _type: 'slug', current: 'imprint' } })
    const imprint = { ...legal.get('legal-privacy'), _id: 'legal-imprint' } as StoredDocument
    const faults = contentFaults(new Map([...launch, [imprint._id, imprint], [page._id, page]]))
    expect(faults).toEqual([
      {
        document: page._id,
        path: 'slug',
        message: '“Address”: /imprint is another page of this site. Choose another address.',
      },
    ])
  })

  test('is held back at the address of a landing page that was there before', () => {
    const blocks = [{ _type: 'securityBlock', _key: 's' }]
    const older = landingPage('generated', { blocks })
    const newer = { ...older, _id: 'a-copy', _createdAt: '2026-02-01T00:00:00Z' }
    const faults = contentFaults(new Map([...launch, [newer._id, newer], [older._id, older]]))
    expect(faults.map(({ document }) => document)).toEqual(['a-copy'])
  })

  test('is held back with the field that is empty, or with the part that no one can render', () => {
    const [whole] = sample(landingPages(launch.values()), 1)
    if (!whole) throw new Error('Nothing was generated.')
    const blocks = [
      { _type: 'quoteBlock', _key: 'q', person: 'Dana' },
      { _type: 'carBlock', _key: 'c' },
    ]
    const page = { ...whole, blocks }
    const faults = contentFaults(new Map([...launch, [page._id, page]]))
    expect(faults.map(({ path }) => path)).toEqual(['blocks[_key=="q"].quote', 'blocks[_key=="c"]'])
  })
})
