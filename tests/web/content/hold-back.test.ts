import { describe, expect, test } from 'vitest'
import { holdBack } from '../../../web/content/hold-back.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'
import { heldOf, movedTo, PRIVACY, redirects, siteWith, spring, summer, without } from './support/held.ts'

describe('a document that an unchanged one needs', () => {
  const good = siteWith('/spring?from=privacy', spring, summer)

  test('is held where it was taken away, with the link that needs it, and keeps no other from leaving', () => {
    const one = heldOf(without(good, 'landing-spring'), good)
    expect(one.ids).toEqual(['landing-spring'])
    expect(one.sentences).toEqual([
      expect.stringMatching(/^Legal page “.+”: .+\/spring is no page of this site/),
    ])
    expect(one.fields).toEqual([
      { documentId: PRIVACY, type: 'legalPage', path: 'body[_key=="typed"].markDefs[_key=="l"].href' },
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

test('a picture that breaks later holds what shows it from now on, and nothing that is live with it', () => {
  const good = launchDocuments()
  const picture = [...good.keys()].find((id) => id.startsWith('image-')) ?? ''
  const shows = [...good.values()].filter((one) => JSON.stringify(one).includes(`"_ref":"${picture}"`))
  const [first] = shows
  const broken = new Map([[picture, 'can’t be read.']])
  const heldIn = (fresh: typeof good) => [...holdBack({ fresh, lastGood: good, broken }).faults.keys()]
  expect(heldIn(edited(good, 'contact', { title: 'Talk to us' }))).toEqual([])
  expect(heldIn(edited(good, first?._id ?? '', { name: 'Another name' }))).toEqual([first?._id])
})

describe('redirects', () => {
  const page = 'rules[_key=="/old"].to'

  test('that lead to no page are held alone, before anything is rendered', () => {
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
      elsewhere: { documentId: 'redirects', type: 'redirects', path: page },
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

  test('tell why they are held, even where a page links to one of them', () => {
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

  test('is left out where redirects were live so, as an earlier version showed them', () => {
    const rules = { ...typed, _id: 'redirects', _type: 'step', title: 'Read', text: 'All of it.' }
    const good = siteWith('/contact', rules)
    const { ids, sentences, documents } = heldOf(edited(good, 'contact', { title: 'Talk to us' }), good)
    expect(ids).toEqual(['redirects'])
    expect(sentences).toEqual([expect.stringMatching(/ is stored with the type “step”, so that no page/)])
    expect(documents.has('redirects')).toBe(false)
    expect(documents.get('contact')).toMatchObject({ title: 'Talk to us' })

    const needed = siteWith('/old', rules)
    expect(() => holdBack({ fresh: needed, lastGood: needed })).toThrow('/old is no page of this site')
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
