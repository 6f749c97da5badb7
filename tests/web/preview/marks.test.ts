import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentSource } from '../../../web/content/client.ts'
import { createReader, type Documents } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import { addEditAttributes } from '../../../web/preview/edit-attributes.ts'
import { listItems } from '../../../web/preview/list-items.ts'
import { createMarker, stripMarks } from '../../../web/preview/marks.ts'
import { renderPage } from '../../../web/publisher/render/render-page.tsx'
import { parseTemplate } from '../../../web/publisher/render/template.ts'
import { routesOf } from '../../../web/site/routes.tsx'
import { root, startLake } from '../../support/lake.ts'
import { landingPage } from '../../support/landing-pages.ts'

const index = await readFile(path.join(root, 'web/index.html'), 'utf8')
const options = { template: parseTemplate(index), origin: 'https://site.example' }
const documents = await launchDocuments()
const routes = routesOf(snapshotOf(documents).content)

async function launchDocuments(): Promise<Documents> {
  const lake = await startLake()
  const source = contentSource({ LAKE_URL: lake.url })
  const read = await createReader(source)()
  await lake.close()
  return ownImages(read)
}

function body(html: string): string {
  return html.slice(html.indexOf('<body>'))
}

async function pageAt(wanted: string, all: Documents): Promise<string> {
  const snapshot = snapshotOf(all)
  const route = routesOf(snapshot.content).find(({ path: own }) => own === wanted)
  if (!route) throw new Error(`There is no ${wanted}.`)
  return body((await renderPage(route, snapshot, options)).html)
}

describe('what an editor can drag', () => {
  test('is each item of a list: of references, of the document’s own, and the blocks of a landing page', async () => {
    const blocks = ['a', 'b', 'c'].map((key) => ({
      _type: 'quoteBlock',
      _key: key,
      quote: `Said ${key}`,
      person: `Person ${key}`,
    }))
    const landing = landingPage('drag', { blocks })
    const all = new Map([...documents, [landing._id, landing]])
    const marked = createMarker()(all)
    const snapshot = snapshotOf(marked.documents)
    const shown = async (wanted: string) => {
      const route = routesOf(snapshot.content).find((one) => one.path === wanted)
      if (!route) throw new Error(`There is no ${wanted}.`)
      const rendered = body((await renderPage(route, snapshot, options)).html)
      return addEditAttributes(rendered, marked.fields, listItems(all, wanted.slice(1)), '/studio')
    }
    const page = await shown('/drag')
    for (const key of ['a', 'b', 'c'])
      expect(page).toContain(`data-sanity="id=landing-drag;type=landingPage;path=blocks:${key};`)
    const home = await shown('/')
    for (const list of ['integrations.items', 'whyNow.counters', 'security.points'])
      expect(home, list).toMatch(new RegExp(`data-sanity="id=home;type=home;path=${list}:[^.;]+;`))
    // The copy of the logos that runs on is no second list to drop on.
    expect(home).toMatch(/path=integrations\.items:[^"]*" data-sanity-drag-disable="true"/)
    // Of a text, the parts are no list.
    expect(home).not.toMatch(/path=[^;]*children:[^.;]+;/)
  })
})

test('a text without letters has no mark, however long it is', () => {
  const page = landingPage('long', { blocks: [], title: '['.repeat(300_000) })
  const { fields } = createMarker()(new Map([[page._id, page]]))
  expect([...fields.values()].map((field) => field.path)).not.toContain('title')
})

test('an address of its own, and a link with the end of its sentence, are what they are without marks', async () => {
  const contact = documents.get('contact')
  if (!contact) throw new Error('There is no contact page.')
  const fields = {
    facts: [{ _key: 'a', label: 'Email', value: 'sales@cal.example' }],
    error: 'It was not sent. Please write an email.',
    errorLink: 'write an email.',
  }
  const all = new Map([...documents, ['contact', { ...contact, ...fields, _rev: 'edited' }]])
  const marked = createMarker()(all)
  const clean = await pageAt('/contact', all)
  expect(clean).toContain('Please <a href="mailto:')
  expect(clean).toContain('data-text="sales@cal.example"')
  expect(stripMarks(await pageAt('/contact', marked.documents), marked.fields)).toBe(clean)
})

test('a question with a name within a word has the address that it has without marks', async () => {
  const group = [...documents.values()].find(({ _type: type }) => type === 'faqGroup')
  if (!group) throw new Error('There are no questions.')
  const [first, ...others] = group['items'] as object[]
  const items = [{ ...first, question: 'How do {brand}bots work?' }, ...others]
  const all = new Map([...documents, [group._id, { ...group, items, _rev: 'edited' }]])
  const marked = createMarker()(all)
  const clean = await pageAt('/', all)
  expect(clean).toContain('how-do-calbots-work')
  expect(stripMarks(await pageAt('/', marked.documents), marked.fields)).toBe(clean)
})

describe('a page with marks', () => {
  const marked = createMarker()(documents)
  const snapshots = { clean: snapshotOf(documents), marked: snapshotOf(marked.documents) }

  test.each(routes)('is the published page once they are taken out: $path', async (route) => {
    const clean = body((await renderPage(route, snapshots.clean, options)).html)
    const rendered = body((await renderPage(route, snapshots.marked, options)).html)
    expect(rendered).not.toBe(clean)
    expect(stripMarks(rendered, marked.fields)).toBe(clean)
  })

  test.each(routes)('differs from the published page by edit attributes alone: $path', async (route) => {
    const clean = body((await renderPage(route, snapshots.clean, options)).html)
    const rendered = body((await renderPage(route, snapshots.marked, options)).html)
    const page = addEditAttributes(rendered, marked.fields, listItems(documents), '/studio')
    expect(page).toContain('data-sanity="id=')
    expect(page.replace(/ data-sanity(?:-drag-disable)?="[^"]*"/g, '')).toBe(clean)
  })
})
