import { describe, expect, test } from 'vitest'
import { missingInitials } from '../../../studio/cli/content/initial-values.ts'
import { contentFaults, inWords } from '../../../web/content/check.ts'
import { landingPage } from '../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'

const launch = launchDocuments()

/** The launch content with other fields in a part of the home page. */
function withPart(part: string, change: (fields: Record<string, unknown>) => Record<string, unknown>) {
  const fields = launch.get('home')?.[part] as Record<string, unknown>
  return edited(launch, 'home', { [part]: change(fields) })
}

/** Where home is at fault with other fields in one of its parts, and why. */
function faultsWith(part: string, fields: Record<string, unknown>) {
  const changed = withPart(part, (old) => ({ ...old, ...fields }))
  return contentFaults(changed).map(({ path, message }) => [path, message])
}

test('the launch content has no faults', () => {
  expect(contentFaults(launch)).toEqual([])
})

test('a field that the schema no longer has is ignored: older content still has it', () => {
  const old = withPart('hero', (hero) => ({
    ...hero,
    record: { ...(hero['record'] as object), preparedFor: 'Prepared for the VP of Engineering' },
  }))
  expect(contentFaults(old)).toEqual([])
})

test('what stands beside a number that can’t be read may not be empty, and a migration fills it', () => {
  const emptied = withPart('roi', (roi) =>
    Object.fromEntries(Object.entries(roi).filter(([name]) => name !== 'unreadable')),
  )
  expect(contentFaults(emptied).map(inWords)).toEqual([
    'home.roi.unreadable: “ROI calculator › Beside a number that can’t be read” is empty.',
  ])
  const home = emptied.get('home')
  expect(home && missingInitials(home)).toEqual([
    { path: 'roi.unreadable', value: 'Not a number we can read. It counts as 0.', groups: [] },
  ])
})

test('a legal page that links of the site lead to stays at its address', () => {
  const moved = edited(launch, 'legal-tos', { slug: { _type: 'slug', current: 'terms' } })
  expect(contentFaults(moved)).toContainEqual({
    document: 'legal-tos',
    path: 'slug',
    message: expect.stringMatching(/ must stay “tos”: links to the page would lead nowhere\.$/),
  })
})

test('a part of a landing page that is hidden may be unready: the site takes nothing of it', () => {
  const unready = [
    { _type: 'quoteBlock', _key: 'empty' },
    { _type: 'callBlock', _key: 'link', actions: [{ _key: 'a', leads: 'link', href: '/nowhere' }] },
    { _type: 'faqBlock', _key: 'gone', groups: [{ _type: 'reference', _key: 'g', _ref: 'gone' }] },
    { _type: 'carBlock', _key: 'unknown' },
  ]
  const faultsOf = (hidden: boolean) => {
    const page = landingPage('sale', {
      blocks: [{ _type: 'securityBlock', _key: 'shown' }, ...unready.map((part) => ({ ...part, hidden }))],
    })
    return contentFaults(new Map(launch).set(page._id, page))
  }
  expect(faultsOf(true)).toEqual([])
  const keys = faultsOf(false).map(({ path }) => path?.split('"')[1])
  expect([...new Set(keys)]).toEqual(['empty', 'link', 'unknown', 'gone'])
})

describe('a value of another type than its field’s, which is written past the Studio', () => {
  test('is a fault of the field that holds it', () => {
    expect(faultsWith('hero', { headline: ['Decisions.', 5] })).toEqual([
      ['hero.headline[1]', expect.stringMatching(/Headline.* is no text\.$/)],
    ])
    expect(faultsWith('hero', { headline: 'Decisions.' })).toEqual([
      ['hero.headline', expect.stringMatching(/Headline.* is no list\.$/)],
    ])
    expect(faultsWith('roi', { unreadable: 5 })).toEqual([
      ['roi.unreadable', expect.stringMatching(/can’t be read” is no text\.$/)],
    ])
  })

  test('is missing all that it should hold where it should be a group of fields', () => {
    const paths = faultsWith('hero', { record: 'A decision', tiles: [null] }).map(([path]) => path)
    expect(paths).toEqual(expect.arrayContaining(['hero.record.rows', 'hero.tiles[0].title']))
  })

  test('is no date where a policy names none that a calendar has', () => {
    const faults = contentFaults(edited(launch, 'legal-privacy', { updated: 'soon' }))
    expect(faults).toMatchObject([{ document: 'legal-privacy', path: 'updated' }])
    expect(faults[0]?.message).toMatch(/ is no date\.$/)
  })

  test('is a redirect, an email or a reference that is none', () => {
    const redirects = { _id: 'redirects', _type: 'redirects', _rev: 'r', _updatedAt: '', rules: [null] }
    expect(contentFaults(new Map([...launch, ['redirects', redirects]]))).toMatchObject([
      { document: 'redirects', path: 'rules[0].from' },
      { document: 'redirects', path: 'rules[0].to' },
    ])
    const links = { salesEmail: 'x', privacyEmail: 'privacy@example.com', linkedin: 'https://l.example' }
    expect(contentFaults(edited(launch, 'settings', { links }))).toMatchObject([
      { path: 'links.salesEmail', message: expect.stringContaining('Write an email such as') },
    ])
    expect(faultsWith('faq', { groups: [{ _key: 'a', _ref: 'about' }, 'x'] })).toEqual([
      ['faq.groups[1]', expect.stringMatching(/ is empty\.$/)],
      ['faq.groups[_key=="a"]', expect.stringMatching(/ shows a document of another kind/)],
    ])
  })
})
