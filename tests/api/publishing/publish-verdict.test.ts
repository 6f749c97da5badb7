import { expect, test } from 'vitest'
import { verdictOf } from '../../../api/publishing/publish-verdict.ts'
import type { Manifest } from '../../../api/publishing/renderer.ts'

const manifest: Manifest = {
  id: '20251031T120000000Z-a',
  at: '2025-10-31T12:00:00.000Z',
  build: 'b',
  snapshot: 'a',
  documents: { settings: 'r1', about: 'r1' },
  pages: { '/about': { stamp: 'a', documents: ['about', 'settings'], reads: [] } },
  redirects: {},
  held: [],
  placeholders: [{ path: 'links.salesEmail', title: '“Sales email”', message: 'A placeholder.' }],
}

test('a publish of the settings lists the placeholders left in them', () => {
  expect(verdictOf({ document: 'settings', revision: 'r1' }, manifest)).toEqual({
    kind: 'in',
    pages: ['/about'],
    faults: [],
    placeholders: [{ path: 'links.salesEmail', title: '“Sales email”' }],
  })
})

test('other documents and settings without placeholders have no such note', () => {
  const about = verdictOf({ document: 'about', revision: 'r1' }, manifest)
  expect(about).not.toHaveProperty('placeholders')
  for (const placeholders of [[], undefined]) {
    const settings = verdictOf({ document: 'settings', revision: 'r1' }, { ...manifest, placeholders })
    expect(settings).not.toHaveProperty('placeholders')
  }
})

test('what is held says whether an earlier revision is on the site', () => {
  const faults = [{ message: '“Mission” is empty.', path: 'mission' }]
  const held = ['about', 'webinar'].map((_id) => ({ _id, _type: 'landingPage', _rev: 'r2', faults }))
  const about = verdictOf({ document: 'about', revision: 'r2' }, { ...manifest, held })
  expect(about).toEqual({ kind: 'held', pages: ['/about'], faults, isShown: true })
  const webinar = verdictOf({ document: 'webinar', revision: 'r2' }, { ...manifest, held })
  expect(webinar).toEqual({ kind: 'held', pages: [], faults, isShown: false })
})
