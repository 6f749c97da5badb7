import { describe, expect, it } from 'vitest'
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
  const launch = launchDocuments()
  const block = {
    _type: 'block',
    _key: 'typed',
    style: 'normal',
    markDefs: [{ _type: 'link', _key: 'l', href }],
    children: [{ _type: 'span', _key: 's', text: 'Here', marks: ['l'] }],
  }
  const body = launch.get(PRIVACY)?.['body'] as object[]
  const documents = new Map(edited(launch, PRIVACY, { body: [...body, block] }))
  for (const document of more) documents.set(document._id, document)
  return documents
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

  it('is held where it was taken away, with the link that needs it, and keeps no other from leaving', () => {
    const one = heldOf(without(good, 'landing-spring'), good)
    expect(one.ids).toEqual(['landing-spring'])
    expect(one.sentences).toEqual([
      expect.stringMatching(/^Legal page “.+”: .+\/spring is no page of this site/),
    ])

    const two = heldOf(without(good, 'landing-spring', 'landing-summer'), one.documents)
    expect(two.ids).toEqual(['landing-spring'])
    expect(two.documents.has('landing-summer')).toBe(false)
  })

  it('is held where it moved to another address, and keeps no other from going live', () => {
    const fresh = new Map(edited(good, 'contact', { title: 'Talk to us' }))
    fresh.set('landing-spring', movedTo('autumn', spring))
    fresh.set('landing-summer', movedTo('july', summer))
    const { ids, documents } = heldOf(fresh, good)
    expect(ids).toEqual(['landing-spring'])
    expect(documents.get('contact')).toMatchObject({ title: 'Talk to us' })
    expect(documents.get('landing-summer')).toMatchObject({ slug: { current: 'july' } })
  })

  it('is held where the link leads to it by a redirect', () => {
    const rules = redirects(['/offer', '/next'], ['/next', '/spring'])
    const redirected = siteWith('/offer', spring, summer, rules)
    expect(heldOf(without(redirected, 'landing-spring', 'landing-summer'), redirected).ids).toEqual([
      'landing-spring',
    ])
    const unruled = new Map(without(redirected, 'landing-summer')).set('redirects', redirects())
    expect(heldOf(unruled, redirected).ids).toEqual(['redirects'])
  })

  it('is held where it was referred to, and keeps no other from leaving', () => {
    const seeded = [...good.keys()].find((id) => id.startsWith('faq-')) ?? ''
    expect(heldOf(without(good, seeded, 'landing-summer'), good).ids).toEqual([seeded])
  })
})

describe('redirects', () => {
  const page = 'rules[_key=="/old"].to'

  it('that lead to no page are held alone, before anything is drawn', () => {
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

  it('keep the page that they lead to, and no other, with words of their own and no field of that page', () => {
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

  it('keep the page at an old path that would lead round in a circle without it', () => {
    const good = siteWith('/contact', spring, summer, redirects(['/spring', '/old'], ['/old', '/spring']))
    expect(heldOf(without(good, 'landing-spring', 'landing-summer'), good).ids).toEqual(['landing-spring'])
  })

  it('that are new are held in place of a page that went away with them', () => {
    const good = siteWith('/contact', spring, redirects())
    const fresh = new Map(without(good, 'landing-spring')).set('redirects', redirects(['/old', '/spring']))
    expect(heldOf(fresh, good).ids).toEqual(['redirects'])
  })

  it('tell why they are held also where a page links to one of them', () => {
    const good = siteWith('/old', redirects(['/old', '/contact']))
    const fresh = new Map(good).set('redirects', redirects(['/old', '/old']))
    const { faults } = holdBack({ fresh, lastGood: good })
    expect(faults.get('redirects')).toEqual([
      { path: page, message: expect.stringContaining('/old → /old.') },
    ])
  })
})

describe('a document that took the address of an unchanged one', () => {
  it('is held, and keeps no other from going live', () => {
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
