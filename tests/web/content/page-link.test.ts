import { beforeAll, describe, expect, test } from 'vitest'
import { contentFaults } from '../../../web/content/check.ts'
import type { Documents, StoredDocument } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../../web/content/snapshot.ts'
import { renderSite, type SiteRendering } from '../../../web/publisher/render/render-site.ts'
import { landingPage } from '../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'

const template = { beforeHead: '<head>', afterHead: '</head><body>', end: '</body>', font: '/font.woff2' }
const options = { template, origin: 'https://site.example' }

/** A link as the Studio stores it: where the page stood, and the page. */
const toSpring = {
  href: '/spring#quote',
  page: { _type: 'reference', _ref: 'landing-spring', _weak: true },
}

const spring = landingPage('spring', {
  blocks: [{ _type: 'quoteBlock', _key: 'q', quote: 'Yes.', person: 'Dana' }],
})
const other = landingPage('other', {
  blocks: [
    {
      _type: 'textBlock',
      _key: 't',
      label: 'Text',
      title: 'Text.',
      body: [
        {
          _type: 'block',
          _key: 'b',
          style: 'normal',
          markDefs: [{ _type: 'link', _key: 'l', ...toSpring }],
          children: [{ _type: 'span', _key: 's', text: 'the webinar', marks: ['l'] }],
        },
      ],
    },
    {
      _type: 'callBlock',
      _key: 'c',
      title: 'Go.',
      actions: [{ _type: 'action', _key: 'a', label: 'See it', leads: 'link', ...toSpring }],
    },
  ],
})

function withPages(...pages: StoredDocument[]): Map<string, StoredDocument> {
  const launch = launchDocuments()
  const { footer } = launch.get('settings') as unknown as { footer: { groups: { links: object[] }[] } }
  const [first, ...groups] = footer.groups
  const link = { _type: 'footerLink', _key: 'spring', label: 'Spring', ...toSpring }
  const groupsNow = [{ ...first, links: [...(first?.links ?? []), link] }, ...groups]
  const settings = edited(launch, 'settings', { footer: { ...footer, groups: groupsNow } })
  return new Map([...settings, ...pages.map((page) => [page._id, page] as const)])
}

const snapshotFor = (documents: Documents, before?: Snapshot) => snapshotOf(ownImages(documents), before)

let before: Snapshot
let first: SiteRendering

beforeAll(async () => {
  before = snapshotFor(withPages(spring, other))
  first = await renderSite(before, options)
})

/** What a page shows after a change, where it was rendered again. */
async function rendered(documents: Documents, file: string): Promise<string | undefined> {
  expect(contentFaults(documents)).toEqual([])
  const rendering = await renderSite(snapshotFor(documents, before), options, {
    pages: first.pages,
    snapshot: before,
  })
  expect(rendering.faults).toEqual([])
  return rendering.files.get(file)
}

describe('a link to a landing page', () => {
  test('leads to its address, in text, button and footer', () => {
    const html = first.files.get('other.html')
    expect(first.faults).toEqual([])
    expect(html).toContain('<a href="/spring#quote">the webinar</a>')
    expect(html).toMatch(/<a href="\/spring#quote"[^>]*>See it</)
    expect(first.files.get('about.html')).toMatch(/<a href="\/spring#quote"[^>]*>Spring</)
  })

  test('moves along when the page has another address', async () => {
    const moved = { ...spring, _rev: 'landing-spring-2', slug: { _type: 'slug', current: 'summer' } }
    const html = await rendered(withPages(moved, other), 'other.html')
    expect(html).toContain('<a href="/summer#quote">the webinar</a>')
    expect(html).toMatch(/<a href="\/summer#quote"[^>]*>See it</)
    expect(html).toMatch(/<a href="\/summer#quote"[^>]*>Spring</)
  })

  test('is words alone, and holds nothing, where the page is gone', async () => {
    const html = await rendered(withPages(other), 'other.html')
    expect(html).toContain('<p>the webinar</p>')
    expect(html).not.toContain('See it')
    expect(html).not.toContain('>Spring<')
  })

  test.each(['/spring', '/Spring', '/spring/', '/spring.html'])(
    'leads on where the visitors of a page that is gone are led on: from %s',
    async (from) => {
      const rules = [{ _type: 'redirect', _key: 'r', from, to: '/contact' }]
      const redirects = { ...spring, _id: 'redirects', _type: 'redirects', rules }
      // The page stays as it was.
      expect(await rendered(withPages(other, redirects), 'other.html')).toBe(undefined)
    },
  )
})
