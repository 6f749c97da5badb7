import { expect, test } from 'vitest'
import { snapshotOf } from '../../../../web/content/snapshot.ts'
import { manifestOf } from '../../../../web/publisher/release/new-manifest.ts'
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
