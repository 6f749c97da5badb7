import type { SanityClient } from '@sanity/client'
import type { ValidationContext } from '@sanity/types'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkOldAddress, checkSlug, checkStranded } from '../../../studio/schema/landing-page.ts'
import { checkCookieClaims } from '../../../studio/schema/legal-page.ts'
import { checkLinkedPage, checkPage } from '../../../studio/schema/link-field.ts'
import { checkRules } from '../../../studio/schema/redirect-rules.ts'
import { sitePaths } from '../../../studio/schema/site-paths.ts'
import { startLake, writeSeed } from '../lake/fixture.ts'

/*
 * What is asked of the content while a form is checked, of a lake with two releases: “spring” brings a page and moves
 * another, “autumn” changes one and takes one away.
 */

let client: SanityClient

beforeEach(async () => {
  const seed = [
    pageAt('webinar', 'webinar'),
    pageAt('offer', 'offer'),
    pageAt('gone', 'summer'),
    { _id: 'legal-cookies', _type: 'legalPage', slug: slugOf('cookies'), body: body('We use no analytics.') },
    {
      _id: 'redirects',
      _type: 'redirects',
      rules: [
        ...rulesOf(['/old-terms', '/tos']),
        { _key: 'unfinished', _type: 'redirect', from: '/somewhere' },
      ],
    },
  ]
  client = (await startLake({ seedDir: writeSeed(seed) })).client
  for (const releaseId of ['spring', 'autumn'])
    await client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'undecided' } })
  await bring('spring', pageAt('new', 'spring'))
  await bring('spring', pageAt('offer', 'moved-offer'))
  await bring('autumn', pageAt('webinar', 'webinar'))
  await client.unpublishVersion({ releaseId: 'autumn', publishedId: 'gone' })
})

test.each(['webinar', 'drafts.webinar', 'versions.autumn.webinar', 'versions.spring.webinar'])(
  'the address of a page is its own in %s',
  async (id) => {
    expect(await checkSlug(slugOf('webinar'), at(id))).toBe(true)
  },
)

test('an address is that of another page as the release has it', async () => {
  expect(await checkSlug(slugOf('spring'), at('versions.spring.webinar'))).toBe(taken('spring'))
  expect(await checkSlug(slugOf('spring'), at('versions.autumn.webinar'))).toBe(true)
  expect(await checkSlug(slugOf('offer'), at('versions.spring.webinar'))).toBe(true)
  expect(await checkSlug(slugOf('offer'), at('versions.autumn.webinar'))).toBe(taken('offer'))
  expect(await checkSlug(slugOf('summer'), at('versions.autumn.webinar'))).toBe(true)
  expect(await checkSlug(slugOf('summer'), at('drafts.webinar'))).toBe(taken('summer'))
})

test('an address that a release moves a page from leads nowhere then, unless something in it stands there', async () => {
  expect(await doubt('versions.spring.offer', 'moved-offer')).toBe(
    '/offer leads nowhere once this is live. Add a redirect from it to the same release, or change the address with Publish, which leaves one.',
  )
  expect(await doubt('versions.autumn.webinar', 'webinar')).toBe(true)
  expect(await doubt('versions.spring.new', 'spring')).toBe(true)
  await bring('spring', {
    _id: 'redirects',
    _type: 'redirects',
    rules: [{ _key: 'b', _type: 'redirect', from: '/offer', to: '/moved-offer' }],
  })
  await vi.waitFor(async () => expect(await doubt('versions.spring.offer', 'moved-offer')).toBe(true))
  await bring('autumn', pageAt('offer', 'moved-offer'))
  await bring('autumn', pageAt('next', 'offer'))
  expect(await doubt('versions.autumn.offer', 'moved-offer'), 'beside a page that takes it over').toBe(true)
})

test('a redirect to an address that a release moves a page from is an error, until the release leads on from there', async () => {
  await bring('spring', {
    _id: 'redirects',
    _type: 'redirects',
    rules: rulesOf(['/older', '/old'], ['/old', '/offer']),
  })
  expect(await stranded('versions.spring.offer', 'moved-offer')).toBe(
    '/older leads to /offer, which is no page once this is live. Add a redirect from /offer to /moved-offer to this release.',
  )
  expect(await doubt('versions.spring.offer', 'moved-offer')).toBe(true)
  await client
    .patch('versions.spring.redirects')
    .append('rules', rulesOf(['/offer', '/moved-offer']))
    .commit()
  await vi.waitFor(async () => expect(await stranded('versions.spring.offer', 'moved-offer')).toBe(true))
})

test('an address that a draft moves a page from is led on by a publish, and by no schedule without a redirect', async () => {
  await client
    .patch('redirects')
    .append('rules', rulesOf(['/older', '/offer']))
    .commit()
  expect(await stranded('drafts.offer', 'moved-offer')).toBe(true)
  expect(await doubt('drafts.offer', 'moved-offer')).toMatch(/^Publish leaves a redirect at \/offer,/u)
  expect(await doubt('drafts.offer', 'offer')).toBe(true)
  await client
    .patch('redirects')
    .append('rules', rulesOf(['/offer', '/moved-offer']))
    .commit()
  await vi.waitFor(async () => expect(await doubt('drafts.offer', 'moved-offer')).toBe(true))
})

test('a link leads to a page that comes in the same release, and to none that comes in another', async () => {
  const nowhere = '/spring is no page of this site. Choose one, such as /contact.'
  expect(await checkPage('/spring', at('versions.spring.webinar'))).toBe(true)
  expect(await checkPage('/spring', at('versions.autumn.webinar'))).toBe(nowhere)
  expect(await checkPage('/spring', at('drafts.webinar'))).toBe(nowhere)
  const parent = { page: { _ref: 'new' } }
  expect(await checkLinkedPage({ ...at('versions.spring.webinar'), parent })).toBe(true)
  expect(await checkLinkedPage({ ...at('drafts.webinar'), parent })).toMatch(/not published any more/u)
})

test('a redirect leads to a page that comes in the same release', async () => {
  const rules = [{ _key: 'a', _type: 'redirect', from: '/old', to: '/spring' }]
  const faultsIn = async (id: string) => checkRules(rules, (await sitePaths(at(id))).pages)
  expect(await faultsIn('versions.spring.redirects')).toBe(true)
  expect(await faultsIn('versions.autumn.redirects')).toMatchObject([{ path: [{ _key: 'a' }, 'to'] }])
  expect(await faultsIn('drafts.redirects')).toMatchObject([{ path: [{ _key: 'a' }, 'to'] }])
})

test('what could not be asked is asked again', async () => {
  const state = { isAway: true }
  const fetch = (...asked: Parameters<SanityClient['fetch']>): Promise<unknown> =>
    state.isAway ? Promise.reject(new Error('The lake is away.')) : client.fetch(...asked)
  const flaky = { config: () => client.config(), fetch }
  const context = { ...at('drafts.webinar'), getClient: () => flaky } as unknown as ValidationContext
  await expect(checkSlug(slugOf('offer'), context)).rejects.toThrow('The lake is away.')
  state.isAway = false
  await vi.waitFor(async () => expect(await checkSlug(slugOf('offer'), context)).toBe(taken('offer')))
})

test('a policy is held against the other one as the release has it', async () => {
  const mentions = body('This site may use analytics cookies.')
  const version = at('versions.spring.legal-privacy')
  expect(await checkCookieClaims(mentions, version)).toMatch(/Change one/u)
  await bring('spring', {
    _id: 'legal-cookies',
    _type: 'legalPage',
    slug: slugOf('cookies'),
    body: body('Some count visits.'),
  })
  expect(await checkCookieClaims(mentions, version)).toBe(true)
  expect(await checkCookieClaims(mentions, at('drafts.legal-privacy'))).toMatch(/Change one/u)
})

interface Planted {
  _id: string
  _type: string
  [field: string]: unknown
}

/** Puts a version of a document into a release. */
async function bring(releaseId: string, { _id: publishedId, ...fields }: Planted): Promise<void> {
  const document = { ...fields, _id: `versions.${releaseId}.${publishedId}` }
  await client.createVersion({ releaseId, publishedId, document })
}

function pageAt(_id: string, slug: string): Planted {
  return { _id, _type: 'landingPage', title: slug, slug: slugOf(slug) }
}

/** Redirects, each with the path that it leads from as its key. */
function rulesOf(...pairs: [from: string, to: string][]) {
  return pairs.map(([from, to]) => ({ _key: from, _type: 'redirect', from, to }))
}

/** What the form says of the address that a page leaves for this one. */
function doubt(id: string, slug: string): Promise<true | string> {
  return checkOldAddress(slugOf(slug), at(id))
}

/** What keeps a release from going live once the page has this address. */
function stranded(id: string, slug: string): Promise<true | string> {
  return checkStranded(slugOf(slug), at(id))
}

/** What the form says of an address that another page has. */
function taken(slug: string): string {
  return `/${slug} is another page of this site. Choose another address.`
}

function slugOf(current: string) {
  return { _type: 'slug' as const, current }
}

function body(text: string): unknown {
  return [{ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text }] }]
}

/** What a rule is given with a field of this document. */
function at(id: string): ValidationContext {
  return { getClient: () => client, document: { _id: id }, parent: {} } as unknown as ValidationContext
}
