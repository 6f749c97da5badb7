import { describe, expect, test } from 'vitest'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { heldDocuments, holdBack } from '../../../web/content/hold-back.ts'
import { landingPage } from '../../support/landing-pages.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'

const blocks = [{ _type: 'quoteBlock', _key: 'q', quote: 'Yes.', person: 'Dana' }]
const spring = landingPage('spring', { blocks })
const summer = landingPage('summer', { blocks })
const PRIVACY = 'legal-privacy'

/** The launch content with a link that was typed, not chosen, and with these documents. */
function siteWith(href: string, ...more: StoredDocument[]): Map<string, StoredDocument> {
  const documents = linking(PRIVACY, href, launchDocuments())
  for (const document of more) documents.set(document._id, document)
  return documents
}

/** With such a link in a legal page. */
function linking(id: string, href: string, documents: ReadonlyMap<string, StoredDocument>) {
  const block = {
    _type: 'block',
    _key: 'typed',
    style: 'normal',
    markDefs: [{ _type: 'link', _key: 'l', href }],
    children: [{ _type: 'span', _key: 's', text: 'Here', marks: ['l'] }],
  }
  const body = documents.get(id)?.['body'] as object[]
  return edited(documents, id, { body: [...body, block] })
}

function movedTo(slug: string, page: StoredDocument): StoredDocument {
  return { ...page, _rev: `${page._id}-moved`, slug: { _type: 'slug', current: slug } }
}

function redirects(...rules: [from: string, to: string][]): StoredDocument {
  const all = rules.map(([from, to]) => ({ _key: from, _type: 'redirect', from, to }))
  return {
    _id: 'redirects',
    _type: 'redirects',
    _rev: JSON.stringify(rules),
    _updatedAt: '2025-01-01T00:00:00Z',
    rules: all,
  }
}

/** Ids of what is held of `fresh`, and of what each says. */
function heldOf(fresh: Map<string, StoredDocument>, lastGood: ReadonlyMap<string, StoredDocument>) {
  const { documents, faults } = holdBack({ fresh, lastGood })
  const held = heldDocuments({ fresh, lastGood }, documents, faults)
  return {
    documents,
    ids: held.map(({ _id }) => _id),
    sentences: held.flatMap((one) => one.faults.map(({ message }) => message)),
  }
}

function without(documents: ReadonlyMap<string, StoredDocument>, ...ids: string[]) {
  return new Map([...documents].filter(([id]) => !ids.includes(id)))
}

describe('a document that an unchanged one needs', () => {
  const good = siteWith('/spring?from=privacy', spring, summer)

  test('is held where it was taken away, with the link that needs it, and keeps no other from leaving', () => {
    const one = heldOf(without(good, 'landing-spring'), good)
    expect(one.ids).toEqual(['landing-spring'])
    expect(one.sentences).toEqual([
      expect.stringMatching(/^Legal page “.+”: .+\/spring is no page of this site/),
    ])

    const two = heldOf(without(good, 'landing-spring', 'landing-summer'), one.documents)
    expect(two.ids).toEqual(['landing-spring'])
    expect(two.documents.has('landing-summer')).toBe(false)
  })

  test('is held where it moved to another address, and keeps no other from going live', () => {
    const fresh = new Map(edited(good, 'contact', { title: 'Talk to us' }))
    fresh.set('landing-spring', movedTo('autumn', spring))
    fresh.set('landing-summer', movedTo('july', summer))
    const { ids, documents } = heldOf(fresh, good)
    expect(ids).toEqual(['landing-spring'])
    expect(documents.get('contact')).toMatchObject({ title: 'Talk to us' })
    expect(documents.get('landing-summer')).toMatchObject({ slug: { current: 'july' } })
  })

  test('is held where the link leads to it by a redirect', () => {
    const rules = redirects(['/offer', '/next'], ['/next', '/spring'])
    const redirected = siteWith('/offer', spring, summer, rules)
    expect(heldOf(without(redirected, 'landing-spring', 'landing-summer'), redirected).ids).toEqual([
      'landing-spring',
    ])
    const unruled = new Map(without(redirected, 'landing-summer')).set('redirects', redirects())
    expect(heldOf(unruled, redirected).ids).toEqual(['redirects'])
  })

  test('is held where it was referred to, and keeps no other from leaving', () => {
    const seeded = [...good.keys()].find((id) => id.startsWith('faq-')) ?? ''
    expect(heldOf(without(good, seeded, 'landing-summer'), good).ids).toEqual([seeded])
  })
})

describe('a document that is valid beside what the site shows', () => {
  const lead = 'A word was wrong.'

  test('goes live where it links to what a redirect no longer leads on, which is held', () => {
    const good = siteWith('/old', redirects(['/old', '/about']))
    const fresh = edited(good, PRIVACY, { lead }).set('redirects', redirects(['/old', '/gone']))
    const { ids, documents } = heldOf(fresh, good)
    expect(ids).toEqual(['redirects'])
    expect(documents.get(PRIVACY)).toMatchObject({ lead })
    const { faults } = holdBack({ fresh, lastGood: good })
    expect([...faults.keys()], 'and is said to be held no more').toEqual(['redirects'])
  })

  test('goes live where it links to a page that was taken away, and is held for an unchanged one or itself', () => {
    const good = siteWith('/spring', spring, summer)
    const unchanged = linking('legal-tos', '/spring', good)
    for (const before of [good, unchanged]) {
      const fresh = without(edited(before, PRIVACY, { lead }), 'landing-spring', 'landing-summer')
      const { ids, documents } = heldOf(fresh, before)
      expect(ids).toEqual(['landing-spring'])
      expect(documents.get(PRIVACY)).toMatchObject({ lead })
    }
  })

  test('lets a page leave that needs it, with what it links to in its place', () => {
    const good = linking(PRIVACY, '/spring', siteWith('/contact', spring, redirects(['/old', '/about'])))
    // It links to an address that leads on no more, in place of the page that goes.
    const relinked = linking(PRIVACY, '/old', siteWith('/contact')).get(PRIVACY)
    const fresh = without(good, 'landing-spring').set('redirects', redirects(['/old', '/gone']))
    if (relinked) fresh.set(PRIVACY, { ...relinked, _rev: 'relinked' })
    expect(heldOf(fresh, good).ids).toEqual(['redirects'])
  })

  test('goes live beside hundreds that are not', () => {
    const good = siteWith('/contact', redirects(['/old', '/about']))
    const fresh = new Map(good).set('redirects', redirects(['/old', '/gone']))
    for (let i = 0; i < 300; i += 1) {
      const href = i % 3 === 0 ? '/old' : '/nowhere'
      const actions = [{ _type: 'action', _key: 'a', label: 'Go', leads: 'link', href }]
      const call = { _type: 'callBlock', _key: 'call', title: 'Go.', actions }
      fresh.set(`landing-page${i}`, landingPage(`page${i}`, { blocks: [call] }))
    }
    const { ids } = heldOf(fresh, good)
    expect(ids).toHaveLength(201)
    expect(ids).not.toContain('landing-page3')
  })
})

describe('redirects', () => {
  const page = 'rules[_key=="/old"].to'

  test('that lead to no page are held alone, before anything is drawn', () => {
    const good = siteWith('/contact', redirects(['/old', '/about']))
    const fresh = new Map(good).set('redirects', redirects(['/old', '/gone'])).set('landing-spring', spring)
    const { documents, faults } = holdBack({ fresh, lastGood: good })
    expect([...faults]).toEqual([
      [
        'redirects',
        [
          {
            path: page,
            message: '/old leads to /gone, which is no page of this site. Choose a page, such as /contact.',
          },
        ],
      ],
    ])
    expect(documents.has('landing-spring')).toBe(true)
  })

  test('keep the page that they lead to, and no other, with words of their own and no field of that page', () => {
    const good = siteWith(
      '/contact',
      spring,
      summer,
      redirects(['/old', '/next'], ['/next', '/Spring/?from=old']),
    )
    const { documents, faults } = holdBack({
      fresh: without(good, 'landing-spring', 'landing-summer'),
      lastGood: good,
    })
    expect(documents.has('landing-summer')).toBe(false)
    expect([...faults.keys()]).toEqual(['landing-spring'])
    expect(faults.get('landing-spring')).toContainEqual({
      message:
        'Redirects: /old leads to /spring, which is no page of this site. Choose a page, such as /contact.',
    })

    const moved = new Map(good).set('landing-spring', movedTo('autumn', spring))
    expect(heldOf(moved, good).ids).toEqual(['landing-spring'])
  })

  test('keep the page at an old path that would lead round in a circle without it', () => {
    const good = siteWith('/contact', spring, summer, redirects(['/spring', '/old'], ['/old', '/spring']))
    expect(heldOf(without(good, 'landing-spring', 'landing-summer'), good).ids).toEqual(['landing-spring'])
  })

  test('that are new are held in place of a page that went away with them', () => {
    const good = siteWith('/contact', spring, redirects())
    const fresh = new Map(without(good, 'landing-spring')).set('redirects', redirects(['/old', '/spring']))
    expect(heldOf(fresh, good).ids).toEqual(['redirects'])
  })

  test('tell why they are held also where a page links to one of them', () => {
    const good = siteWith('/old', redirects(['/old', '/contact']))
    const fresh = new Map(good).set('redirects', redirects(['/old', '/old']))
    const { faults } = holdBack({ fresh, lastGood: good })
    expect(faults.get('redirects')).toEqual([
      { path: page, message: expect.stringContaining('/old → /old.') },
    ])
  })
})

describe('a document that exists once, stored with the type of another', () => {
  const typed = { _id: 'settings', _type: 'redirects', _rev: 'typed', _updatedAt: '2025-01-01T00:00:00Z' }

  test.each(['settings', 'redirects', PRIVACY])('is held where it is “%s”, and keeps no other', (_id) => {
    const good = siteWith('/old', redirects(['/old', '/about']))
    const fresh = new Map(edited(good, 'contact', { title: 'Talk to us' }))
    fresh.set(_id, { ...typed, _id, _type: 'step', title: 'Read', text: 'All of it.' })
    const { ids, sentences, documents } = heldOf(fresh, good)
    expect(ids).toEqual([_id])
    expect(sentences).toEqual([expect.stringMatching(/ is stored with the type “step”, so that no page/)])
    expect(documents.get('contact')).toMatchObject({ title: 'Talk to us' })
  })

  test('is what keeps a site from being made, where nothing stands in', () => {
    const fresh = new Map(launchDocuments()).set('settings', typed)
    expect(() => holdBack({ fresh, lastGood: new Map() })).toThrow(
      'The document Settings is stored with the type “redirects”, so that no page finds it. Write it with the type “settings”, or revert it to an earlier revision.',
    )
  })
})

describe('a document that took the address of an unchanged one', () => {
  test('is held, and keeps no other from going live', () => {
    const late = { ...summer, _createdAt: '2030-01-01T00:00:00Z' }
    const good = siteWith('/contact', spring, late)
    const fresh = new Map(edited(good, 'contact', { title: 'Talk to us' }))
    fresh.set('landing-spring', movedTo('summer', spring))
    const { ids, sentences, documents } = heldOf(fresh, good)
    expect(ids).toEqual(['landing-spring'])
    expect(sentences).toEqual([expect.stringContaining('/summer is another page of this site')])
    expect(documents.get('contact')).toMatchObject({ title: 'Talk to us' })
  })
})
