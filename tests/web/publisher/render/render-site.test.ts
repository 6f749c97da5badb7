import { expect, test, vi } from 'vitest'
import type { Documents } from '../../../../web/content/documents.ts'
import { redirectsIn } from '../../../../web/content/paths.ts'
import { ownImages } from '../../../../web/content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../../../web/content/snapshot.ts'
import { renderSite, type RenderedBefore } from '../../../../web/publisher/render/render-site.ts'
import { parseTemplate } from '../../../../web/publisher/render/template.ts'
import { landingPage } from '../../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../../support/launch-content.ts'

// A site that is rendered over and over takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const template = parseTemplate(
  '<html><head><link rel="preload" href="/font.woff2" as="font"><!--head--></head><body><div id="root"></div></body></html>',
)
const options = { template, origin: 'https://site.example' }
const slug = (current: string) => ({ _type: 'slug', current })

/** One after another, each beside what was there before. */
const changes: [name: string, change: (documents: Documents) => Documents][] = [
  ['the words of one page', (all) => edited(all, 'legal-tos', { title: 'Terms' })],
  ['what search engines read of it', (all) => edited(all, 'legal-tos', { seo: seo('Terms | CAL') })],
  ['what every page shows', (all) => branded(all, 'LAC')],
  ['a page more', (all) => copied(all, 'legal-tos', 'legal-imprint', { slug: slug('imprint') })],
  ['its words', (all) => edited(all, 'legal-imprint', { title: 'Imprint' })],
  ['its address', (all) => edited(all, 'legal-imprint', { slug: slug('publisher') })],
  [
    'two pages at once',
    (all) => edited(edited(all, 'about', { lead: 'Us.' }), 'legal-tos', { title: 'Rules' }),
  ],
  ['nothing', (all) => new Map(all)],
  ['a page less', (all) => new Map([...all].filter(([id]) => id !== 'legal-imprint'))],
  ['pages that refer to others', (all) => withLanding(all, 'audit', 'intake')],
  ['what one refers to', (all) => edited(all, stepIn(all), { title: 'Read the file' })],
  ['the words of one', (all) => edited(all, 'landing-audit', { title: 'Audits' })],
  [
    'what one refers to is another',
    (all) => edited(all, 'landing-audit', { blocks: [hero(), steps(all, 1)] }),
  ],
  [
    'it and what it refers to',
    (all) => edited(edited(all, stepIn(all, 1), { title: 'Keep it' }), 'landing-audit', { title: 'Audit' }),
  ],
  ['whether it is listed', (all) => edited(all, 'landing-intake', { indexed: false })],
  [
    'two addresses in turn',
    (all) =>
      edited(edited(all, 'landing-audit', { slug: slug('intake') }), 'landing-intake', {
        slug: slug('audit'),
      }),
  ],
  ['the first page again', (all) => edited(all, 'legal-tos', { title: 'Terms of service' })],
]

test('a rendering after others has the records and the files of a whole one, whatever changed', async () => {
  let documents: Documents = launchDocuments()
  let before: (RenderedBefore & { snapshot: Snapshot }) | undefined
  const pages = new Map<string, string>()
  for (const [name, change] of [['the start', (all: Documents) => all] as const, ...changes]) {
    documents = change(documents)
    const snapshot = snapshotOf(ownImages(documents), before?.snapshot)
    const site = await renderSite(snapshot, options, before)
    const whole = await renderSite(snapshotOf(ownImages(documents)), options)
    expect([site.faults, whole.faults], name).toEqual([[], []])
    expect(JSON.stringify(site.pages), name).toBe(JSON.stringify(whole.pages))
    expect([...site.forMachines], name).toEqual([...whole.forMachines])
    for (const [file, text] of site.files) pages.set(file, text)
    for (const [file, text] of whole.files)
      expect(pages.get(file) === text, `${file} after ${name}`).toBe(true)
    before = { pages: site.pages, snapshot }
  }
})

test.each([
  ['beside what it stood beside', { withSnapshot: true }],
  ['by the records alone', { withSnapshot: false }],
])(
  'a field that was empty is on every page that takes all of its part, found %s',
  async (_, { withSnapshot }) => {
    const start = withFaq(launchDocuments(), 'questions')
    const empty = inHome(inHome(start, 'roi', { unreadable: undefined }), 'faq', { pinned: undefined })
    const before = await rendered(empty)
    const after = (documents: Documents) =>
      rendered(documents, { pages: before.site.pages, snapshot: withSnapshot ? before.snapshot : undefined })

    const calculator = await after(inHome(empty, 'roi', { unreadable: 'Digits, please' }))
    expect(calculator.site.rendered).toEqual(['/', '/home'])
    expect(calculator.site.files.get('index.html')).toContain('Digits, please')

    const questions = await after(inHome(empty, 'faq', { pinned: 'Asked by everybody' }))
    expect(questions.site.rendered).toEqual(['/', '/home', '/questions'])
    expect(questions.site.files.get('questions.html')).toContain('Asked by everybody')

    // One that names the fields that it takes stays.
    const other = await after(edited(empty, 'platform', { later: 'What no page names' }))
    expect(other.site.rendered).toEqual([])
  },
)

test('a redirect is served as it was checked, whatever is in braces', async () => {
  const rule = { _key: 'r', _type: 'redirect', from: '/report-{year}', to: '/about?of={brand}' }
  const stored = { _id: 'redirects', _type: 'redirects', _rev: 'r', _updatedAt: '', rules: [rule] }
  const documents = new Map(launchDocuments()).set('redirects', stored)
  const { site } = await rendered(documents)
  expect(site.redirects).toEqual(redirectsIn(documents).redirects)
  expect(Object.keys(site.redirects)).toEqual(['/report-{year}'])
})

/** A rendering, and what it was made of. */
async function rendered(documents: Documents, before?: RenderedBefore) {
  const snapshot = snapshotOf(ownImages(documents), before?.snapshot)
  const site = await renderSite(snapshot, options, before)
  expect(site.faults).toEqual([])
  return { snapshot, site }
}

/** With other fields in a section of the home page; those that are `undefined` are empty. */
function inHome(documents: Documents, section: string, fields: object): Documents {
  const all = { ...(documents.get('home')?.[section] as object), ...fields }
  const filled = Object.entries(all).filter(([, value]) => value !== undefined)
  return edited(documents, 'home', { [section]: Object.fromEntries(filled) })
}

/** With a page that shows all questions. */
function withFaq(documents: Documents, name: string): Documents {
  const groups = [...documents.values()]
    .filter(({ _type: type }) => type === 'faqGroup')
    .map(({ _id: id }) => ({ _type: 'reference', _key: id, _ref: id }))
  const page = landingPage(name, { blocks: [hero(), { _type: 'faqBlock', _key: 'faq', groups }] })
  return new Map(documents).set(page._id, page)
}

function seo(title: string): object {
  return { title, description: 'What may be done.' }
}

function branded(documents: Documents, word: string): Documents {
  const brand = documents.get('settings')?.['brand'] as object
  return edited(documents, 'settings', { brand: { ...brand, word } })
}

function copied(documents: Documents, from: string, to: string, fields: object): Documents {
  const model = documents.get(from)
  if (!model) throw new Error(`There is no ${from}.`)
  return new Map(documents).set(to, { ...model, _id: to, _rev: `${to}-1`, ...fields })
}

function withLanding(documents: Documents, ...slugs: string[]): Documents {
  const pages = slugs.map((name) => landingPage(name, { blocks: [hero(), steps(documents)] }))
  return new Map([...documents, ...pages.map((page) => [page._id, page] as const)])
}

function hero(): { _type: string; _key: string; title: string; lead: string } {
  return { _type: 'heroBlock', _key: 'hero', title: 'Audits', lead: 'What an auditor asks.' }
}

/** The steps from this one on. */
function steps(documents: Documents, from = 0) {
  const ids = stepIds(documents).slice(from)
  const references = ids.map((_ref) => ({ _type: 'reference', _key: _ref, _ref }))
  return { _type: 'stepsBlock', _key: 'steps', title: 'How', steps: references }
}

function stepIn(documents: Documents, index = 0): string {
  return stepIds(documents)[index] ?? ''
}

function stepIds(documents: Documents): string[] {
  return [...documents.values()].filter(({ _type: type }) => type === 'step').map(({ _id }) => _id)
}
