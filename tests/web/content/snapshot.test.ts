import { array, assert, constantFrom, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snapshotOf, type Snapshot } from '../../../web/content/snapshot.ts'
import { landingPage } from '../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'

const launch = launchDocuments()

describe('a snapshot', () => {
  test('is the same whether it was made from nothing or from the one before', () => {
    const edit = record({
      id: constantFrom('about', 'home', 'settings', 'legal-tos', 'example-cx', 'faq-group-business-roi'),
      title: string(),
    })
    assert(
      property(array(edit, { maxLength: 6 }), (edits) => {
        let documents = launch
        let snapshot = snapshotOf(documents)
        for (const { id, title } of edits) {
          documents = edited(documents, id, { title, seo: { title, description: title } })
          snapshot = snapshotOf(documents, snapshot)
        }
        const fresh = snapshotOf(documents)
        expect(snapshot.content).toEqual(fresh.content)
        expect(snapshot.stamp).toBe(fresh.stamp)
        for (const [name, answer] of fresh.filled)
          expect(snapshot.filled.get(name)?.fields).toEqual(answer.fields)
      }),
      { numRuns: 30 },
    )
  })

  test('knows of which documents each field is, also of a field that did not change', () => {
    const logo = launch.get('integration-github')?.['logo']
    const other = edited(launch, 'integration-snowflake', { logo })
    const snapshot = snapshotOf(other, snapshotOf(launch))
    expect(documentsOf(snapshot)).toEqual(documentsOf(snapshotOf(other)))
  })

  test('fills in what a name in braces stands for, even where another document says it', () => {
    const { content } = snapshotOf(launch)
    expect(JSON.stringify(content.settings)).not.toMatch(/\{(?:brand|headline|year|salesEmail)\}/)
    const hero = { ...(launch.get('home')?.['hero'] as object), headline: ['One line.', 'Another.'] }
    const after = snapshotOf(edited(launch, 'home', { hero }))
    expect(JSON.stringify(after.content.settings)).toContain('One line. Another.')
  })

  test('makes links of the addresses to write to that stand in a text', () => {
    const children = [{ _type: 'span', _key: 's', text: 'To {salesEmail} or {privacyEmail}.', marks: [] }]
    const body = [{ _type: 'block', _key: 'b', style: 'normal', markDefs: [], children }]
    const { content } = snapshotOf(edited(launch, 'legal-tos', { body }))
    const [block] = content.legalPages['tos']?.body ?? []
    const { salesEmail, privacyEmail } = content.settings.links
    const marked = block?.children?.filter(({ marks }) => marks?.length === 1)
    expect(marked?.map(({ text }) => text)).toEqual([salesEmail, privacyEmail])
    expect(block?.markDefs?.map(({ _key, href }) => [_key, href])).toEqual([
      [marked?.[0]?.marks?.[0], `mailto:${salesEmail}`],
      [marked?.[1]?.marks?.[0], `mailto:${privacyEmail}`],
    ])
  })

  test('leaves a name in braces that stands for nothing as it is, whatever JavaScript has by that name', () => {
    const { content } = snapshotOf(edited(launch, 'about', { title: 'A {constructor} of {toString}' }))
    expect(content.about.title).toBe('A {constructor} of {toString}')
  })

  test('has the older of two pages at one address, as of a page and its copy', () => {
    const page = {
      ...landingPage('offer', { blocks: [] }),
      title: 'Original',
      _createdAt: '2026-01-01T00:00:00Z',
    }
    const copy = { ...page, title: 'Copy', _createdAt: '2026-01-02T00:00:00Z' }
    for (const [first, second] of [
      [page, { ...copy, _id: 'z' }],
      [{ ...copy, _id: 'a' }, page],
    ] as const) {
      const documents = new Map([...launch, [first._id, first], [second._id, second]])
      const { content } = snapshotOf(documents)
      expect(content.landingPages['offer']).toMatchObject({ _id: page._id })
    }
  })

  test('names the documents of a field, those of its references among them', () => {
    const { filled } = snapshotOf(launch)
    expect([...(filled.get('about')?.fields.get('title')?.documents ?? [])]).toEqual(['about'])
    expect(filled.get('integrations')?.fields.get('items')?.documents).toContain('integration-slack')
    expect(filled.get('settings')?.fields.get('footer')?.documents).toContain('home')
  })
})

/** The documents of each field, by query. */
function documentsOf({ filled }: Snapshot) {
  return [...filled].map(([name, { fields }]) => [
    name,
    [...fields].map(([key, one]) => [key, one.documents]),
  ])
}
