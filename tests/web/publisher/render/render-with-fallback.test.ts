import { expect, test, vi } from 'vitest'
import type { Documents, StoredDocument } from '../../../../web/content/documents.ts'
import { holdBack } from '../../../../web/content/hold-back.ts'
import type { Snapshot } from '../../../../web/content/snapshot.ts'
import { renderSite } from '../../../../web/publisher/render/render-site.ts'
import { renderWithFallback } from '../../../../web/publisher/render/render-with-fallback.ts'
import { parseTemplate } from '../../../../web/publisher/render/template.ts'
import { landingPage } from '../../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../../support/launch-content.ts'

// A site that is rendered several times takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const template = parseTemplate(
  '<html><head><link rel="preload" href="/font.woff2" as="font"><!--head--></head><body><div id="root"></div></body></html>',
)
const options = { template, origin: 'https://site.example' }
const launch = launchDocuments()
const served = await renderSite(holdBack({ fresh: launch, lastGood: new Map() }).snapshot, options)

/** What of these documents is held beside the launch content, in which words, and how many pages were rendered. */
async function publish(fresh: Documents) {
  let rendered = 0
  const render = async (snapshot: Snapshot) => {
    const rendering = await renderSite(snapshot, options, { pages: served.pages })
    rendered += rendering.rendered.length
    return rendering
  }
  const { held, rendering } = await renderWithFallback(holdBack({ fresh, lastGood: launch }), render)
  expect(rendering.faults).toEqual([])
  const reasons = Object.fromEntries(held.map(({ _id, faults }) => [_id, faults]))
  return { held: held.map(({ _id }) => _id).toSorted(), reasons, rendered, pages: rendering.pages }
}

function withAll(...documents: StoredDocument[]): Map<string, StoredDocument> {
  return new Map([...launch, ...documents.map((one) => [one._id, one] as const)])
}

/** A page that leads to `href`. */
function leading(slug: string, href: string): StoredDocument {
  const action = { _type: 'action', _key: 'a', label: 'Go', leads: 'link', href }
  return landingPage(slug, { blocks: [{ _type: 'callBlock', _key: 'c', title: 'Go.', actions: [action] }] })
}

/** Text that makes a page too heavy, which only its rendering shows. */
function heavy(_key = 'b') {
  const span = { _type: 'span', _key: 's', text: 'word '.repeat(120_000), marks: [] }
  return [{ _type: 'block', _key, style: 'normal', markDefs: [], children: [span] }]
}

/** One of the groups of questions on the home page. */
const questions = [...launch.keys()].find((id) => id.startsWith('faq')) ?? ''

const tooHeavy = landingPage('heavy', {
  blocks: [{ _type: 'textBlock', _key: 't', label: 'All', title: 'All.', body: heavy() }],
})

test('pages that lead to each other go live beside one that is held', async () => {
  const { held, reasons, pages } = await publish(
    withAll(leading('one', '/two'), leading('two', '/one'), tooHeavy),
  )
  expect(held).toEqual(['landing-heavy'])
  expect(reasons['landing-heavy']).toEqual([
    { message: expect.stringMatching(/^The page \/heavy has \d+ kB of text; shorten it/u) },
  ])
  expect(Object.keys(pages)).toEqual(expect.arrayContaining(['/one', '/two']))
})

test('what needs a held page is held with it, and says so', async () => {
  const { held, reasons } = await publish(withAll(leading('one', '/heavy'), tooHeavy))
  expect(held).toEqual(['landing-heavy', 'landing-one'])
  expect(reasons['landing-one']).toEqual([
    { message: expect.stringContaining('/heavy is no page'), path: expect.stringContaining('href') },
  ])
})

test('each of many pages that break is held, in few renderings', async () => {
  const sound = Array.from({ length: 20 }, (_, i) => leading(`sound-${i}`, '/contact'))
  const broken = Array.from({ length: 20 }, (_, i) => ({
    ...tooHeavy,
    ...landingPage(`heavy-${i}`, { blocks: tooHeavy['blocks'] as Record<string, unknown>[] }),
  }))
  const { held, rendered } = await publish(withAll(...sound, ...broken))
  expect(held).toEqual(broken.map(({ _id }) => _id).toSorted())
  expect(rendered).toBeLessThanOrEqual(3 * 40)
})

test('a page that several changes are on is traced to the one that breaks it, in few renderings', async () => {
  const items = [{ _type: 'faqItem', _key: 'i', question: 'All?', answer: heavy() }]
  const brand = edited(edited(launch, questions, { items }), 'settings', {
    brand: { ...(launch.get('settings')?.['brand'] as object), word: 'LAC' },
  })
  const sound = Array.from({ length: 60 }, (_, i) => leading(`sound-${i}`, '/contact'))
  const { held, reasons, rendered, pages } = await publish(
    new Map([...brand, ...sound.map((one) => [one._id, one] as const)]),
  )
  expect(held).toEqual([questions])
  expect(reasons[questions]).toEqual(
    expect.arrayContaining([{ message: expect.stringMatching(/^The home page has \d+ kB of text/u) }]),
  )
  expect(Object.keys(pages)).toContain('/sound-59')
  expect(rendered).toBeLessThanOrEqual(10 * 72)
})

test('of two changes that break a page together the newer one is held', async () => {
  const half = heavy().map((block) => ({
    ...block,
    children: [{ ...block.children[0], text: 'word '.repeat(25_000) }],
  }))
  const items = [{ _type: 'faqItem', _key: 'i', question: 'Half?', answer: half }]
  const [one = '', other = ''] = [...launch.keys()].filter((id) => id.startsWith('faq'))
  const older = edited(launch, one, { items, _updatedAt: '2026-01-01T00:00:00Z' })
  const both = edited(older, other, { items, _updatedAt: '2026-01-02T00:00:00Z' })
  expect((await publish(older)).held).toEqual([])
  expect((await publish(both)).held).toEqual([other])
})
