import { assert, asyncProperty, constantFrom, sample } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { contentFaults } from '../../../web/content/check.ts'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import { renderSite } from '../../../web/publisher/render/render-site.ts'
import { landingPages } from '../../support/landing-pages.ts'
import { launchDocuments } from '../../support/launch-content.ts'

vi.setConfig({ testTimeout: 180_000 })

const RUNS = 3000
const PAGES = 8
const template = {
  beforeHead: '<head>',
  afterHead: '</head><body>',
  end: '</body>',
  font: '/assets/font.woff2',
}
const options = { template, origin: 'https://site.example' }
/** Values that a program can write where the schema expects another type. */
const VALUES = [
  5,
  -1e21,
  'x',
  '',
  true,
  null,
  [],
  {},
  [null],
  ['x'],
  [5],
  [{}],
  { _type: 'x' },
  { _type: 'reference', _ref: 'about' },
]

const launch = launchDocuments()
for (const [i, page] of sample(landingPages(launch.values()), PAGES).entries())
  launch.set(`page-${i}`, { ...page, _id: `page-${i}`, slug: { _type: 'slug', current: `page-${i}` } })

type Path = readonly (string | number)[]

/** The way to each value in a document, except those that say what and which one it is. */
function pathsIn(value: unknown, here: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [here]
  const entries: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value)
  const inside = [...entries].flatMap(([name, item]) =>
    name === '_key' ? [] : pathsIn(item, [...here, name]),
  )
  return [here, ...inside]
}

function withValue(whole: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  const copy: unknown = structuredClone(whole)
  const owner = copy as Record<string | number, unknown>
  owner[name] = withValue(owner[name], rest, value)
  return copy
}

const places = [...launch.values()].flatMap((document) =>
  pathsIn(document)
    .filter(([name]) => typeof name === 'string' && !name.startsWith('_'))
    .map((path) => ({ document, path })),
)

test('finds each value of another type that the site can’t be rendered with, wherever it is', async () => {
  const before = snapshotOf(ownImages(launch))
  const first = await renderSite(before, options)
  vi.spyOn(console, 'warn').mockReturnValue()
  let rendered = 0
  await assert(
    asyncProperty(constantFrom(...places), constantFrom(...VALUES), async ({ document, path }, value) => {
      const odd = { ...(withValue(document, path, value) as StoredDocument), _rev: 'odd' }
      const documents = new Map(launch).set(odd._id, odd)
      if (contentFaults(documents).length > 0) return
      const snapshot = snapshotOf(ownImages(documents))
      const { faults } = await renderSite(snapshot, options, { pages: first.pages, snapshot: before })
      expect(faults).toEqual([])
      rendered += 1
    }),
    { numRuns: RUNS },
  )
  expect(rendered).toBeGreaterThan(RUNS / 100)
})
