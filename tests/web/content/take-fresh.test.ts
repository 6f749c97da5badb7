import { describe, expect, test } from 'vitest'
import { holdBack } from '../../../web/content/hold-back.ts'
import { edited } from '../../support/launch-content.ts'
import {
  heldOf,
  linking,
  movedTo,
  pageTo,
  PRIVACY,
  redirects,
  siteWith,
  spring,
  summer,
  without,
} from './support/held.ts'

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
      fresh.set(`landing-page${i}`, pageTo(`page${i}`, i % 3 === 0 ? '/old' : '/nowhere'))
    }
    const { ids } = heldOf(fresh, good)
    expect(ids).toHaveLength(201)
    expect(ids).not.toContain('landing-page3')
  })

  test('goes live where it links to itself, or to one that links back', () => {
    const good = siteWith('/old', redirects(['/old', '/about']))
    const broken = redirects(['/old', '/gone'])
    const itself = new Map(good)
      .set('redirects', broken)
      .set('landing-spring', pageTo('spring', '/old', '/spring'))
    expect(heldOf(itself, good).ids).toEqual(['redirects'])

    const both = new Map(good).set('redirects', broken)
    // Between them in time, which is the order in which they are tried.
    both.set('landing-one', { ...pageTo('one', '/old', '/two'), _updatedAt: '2024-01-01T00:00:00Z' })
    both.set('landing-two', pageTo('two', '/one'))
    expect(heldOf(both, good).ids).toEqual(['redirects'])
  })
})

test('of two that would take one address, the one that was changed first goes live', () => {
  const good = siteWith(
    '/contact',
    pageTo('spring', '/old'),
    pageTo('summer', '/old'),
    redirects(['/old', '/about']),
  )
  // Held at first, as the redirect is that both link to.
  const fresh = new Map(good).set('redirects', redirects(['/old', '/gone']))
  const change = (slug: string, at: string) =>
    fresh.set(`landing-${slug}`, { ...movedTo('july', pageTo(slug, '/old')), _updatedAt: at })
  change('spring', '2026-02-02T00:00:00Z')
  change('summer', '2026-02-01T00:00:00Z')
  const { ids, documents } = heldOf(fresh, good)
  expect(ids.toSorted()).toEqual(['landing-spring', 'redirects'])
  expect(documents.get('landing-summer')).toMatchObject({ slug: { current: 'july' } })
})

test('a document that stays held keeps its faults beside what the site shows, and no others', () => {
  const good = siteWith('/old', redirects(['/old', '/about']))
  const fresh = new Map(good).set('redirects', redirects(['/old', '/gone']))
  fresh.set('landing-spring', pageTo('spring', '/old', '/nowhere'))
  const { faults } = holdBack({ fresh, lastGood: good })
  expect([...faults.keys()]).toEqual(expect.arrayContaining(['redirects', 'landing-spring']))
  expect(faults.get('landing-spring')).toEqual([
    {
      path: 'blocks[_key=="call"].actions[_key=="/nowhere"].href',
      message: expect.stringContaining('/nowhere is no page of this site'),
    },
  ])
})
