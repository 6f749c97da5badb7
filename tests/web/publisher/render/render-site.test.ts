import { expect, it, vi } from 'vitest'
import type { Documents } from '../../../../web/content/documents.ts'
import { ownImages } from '../../../../web/content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../../../web/content/snapshot.ts'
import { renderSite, type RenderedBefore } from '../../../../web/publisher/render/render-site.ts'
import { parseTemplate } from '../../../../web/publisher/render/template.ts'
import { edited, launchDocuments } from '../../../support/launch-content.ts'

// A site that is rendered over and over takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const template = parseTemplate(
  '<html><head><link rel="preload" href="/font.woff2" as="font"><!--head--></head><body><div id="root"></div></body></html>',
)
const options = { template, origin: 'https://site.example' }
const legal = { _type: 'slug', current: 'imprint' }

/** One after another, each beside what was there before. */
const changes: [name: string, change: (documents: Documents) => Documents][] = [
  ['the words of one page', (all) => edited(all, 'legal-tos', { title: 'Terms' })],
  ['what search engines read of it', (all) => edited(all, 'legal-tos', { seo: seo('Terms | CAL') })],
  ['what every page shows', (all) => branded(all, 'LAC')],
  ['a page more', (all) => copied(all, 'legal-tos', 'legal-imprint', { slug: legal })],
  ['its words', (all) => edited(all, 'legal-imprint', { title: 'Imprint' })],
  ['its address', (all) => edited(all, 'legal-imprint', { slug: { ...legal, current: 'publisher' } })],
  [
    'two pages at once',
    (all) => edited(edited(all, 'about', { lead: 'Us.' }), 'legal-tos', { title: 'Rules' }),
  ],
  ['nothing', (all) => new Map(all)],
  ['a page less', (all) => new Map([...all].filter(([id]) => id !== 'legal-imprint'))],
  ['the first page again', (all) => edited(all, 'legal-tos', { title: 'Terms of service' })],
]

it('a rendering after others has the records and the files of a whole one, whatever changed', async () => {
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
