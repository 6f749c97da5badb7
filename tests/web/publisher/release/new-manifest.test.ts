import { expect, test } from 'vitest'
import { snapshotOf } from '../../../../web/content/snapshot.ts'
import { manifestOf, releaseId } from '../../../../web/publisher/release/new-manifest.ts'
import { edited, launchDocuments } from '../../../support/launch-content.ts'

test('names each document as visitors know it, and what of the launch copy still stands in for one’s own', () => {
  const links = {
    salesEmail: 'sales@example.com',
    privacyEmail: 'privacy@cal.test',
    linkedin: 'https://cal.test',
  }
  const own = edited(launchDocuments(), 'settings', { brand: { word: 'Lac', descriptor: 'A brand' }, links })
  const snapshot = snapshotOf(edited(own, 'legal-tos', { title: 'Terms of {brand}' }))
  const newest = '20991231T235959999Z-a'
  const rendering = { pages: {}, redirects: { '/old': '/contact' } }
  const manifest = manifestOf({ build: 'b', snapshot, rendering, held: [], newest })
  expect(manifest).toMatchObject({ build: 'b', documents: snapshot.revisions, ...rendering, held: [] })
  expect(manifest.id > newest).toBe(true)
  expect(manifest.titles).toMatchObject({ home: 'Home', 'legal-tos': 'Legal page “Terms of Lac”' })
  expect(Object.keys(manifest.titles ?? {}).filter((id) => id.startsWith('image-'))).toEqual([])
  expect(manifest.placeholders).toEqual([
    {
      path: 'links.salesEmail',
      title: expect.stringMatching(/^“.*Sales.*”$/u),
      message: 'A placeholder: nobody reads this address. Enter one that is read.',
    },
  ])
})

test('ids sort in the order of the releases, whatever the clock says', () => {
  const now = new Date('2025-10-31T12:00:00.000Z')
  expect(releaseId(now, 'a', undefined)).toBe('20251031T120000000Z-a')
  expect(releaseId(now, 'a', '20251030T120000000Z-b')).toBe('20251031T120000000Z-a')
  expect(releaseId(now, 'a', '20351031T235959999Z-b')).toBe('20351101T000000000Z-a')
  expect(releaseId(now, 'a', 'a folder of somebody')).toBe('20251031T120000000Z-a')
})
