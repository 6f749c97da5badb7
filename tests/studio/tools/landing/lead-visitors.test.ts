import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import { PAGE_PATHS } from '../../../../api/contract/pages.ts'
import type { RedirectRule } from '../../../../api/contract/redirect-rules.ts'
import { leadNowhere, leadVisitors, leaveRedirect } from '../../../../studio/tools/landing/lead-visitors.ts'
import { collapse } from '../../../../web/content/redirects.ts'
import { startLake, writeSeed } from '../../lake/fixture.ts'

/** The page that is taken away, and one that stays. */
const SPRING = { id: 'spring-page', path: '/spring' }
const STAYS = '/summer'

type Pair = readonly [from: string, to?: string]

function redirects(_id: string, pairs: readonly Pair[]) {
  const rules = pairs.map(([from, to], index) => ({
    _key: `${_id}-${index}`,
    _type: 'redirect',
    from,
    ...(to !== undefined && { to }),
  }))
  return { _id, _type: 'redirects', rules }
}

function landing(_id: string, path: string) {
  return { _id, _type: 'landingPage', slug: { _type: 'slug', current: path.slice(1) } }
}

/** A lake with both pages and these redirects, as published and as a draft. */
async function lakeWith(published?: readonly Pair[], draft?: readonly Pair[]): Promise<SanityClient> {
  const seed = [
    landing(SPRING.id, SPRING.path),
    landing('summer-page', STAYS),
    ...(published ? [redirects('redirects', published)] : []),
    ...(draft ? [redirects('drafts.redirects', draft)] : []),
  ]
  return (await startLake({ seedDir: writeSeed(seed) })).client
}

async function rulesIn(client: SanityClient, id: string): Promise<RedirectRule[]> {
  const query = '*[_id == $id][0].rules[]{_key, from, to}'
  return (await client.fetch<RedirectRule[] | null>(query, { id }, { perspective: 'raw' })) ?? []
}

async function pairsIn(client: SanityClient, id = 'redirects'): Promise<Pair[]> {
  return (await rulesIn(client, id)).map(({ from, to }) => (to === null ? [from] : [from, to]))
}

/** What a release makes of the published redirects once the page is gone. */
async function released(client: SanityClient): Promise<ReturnType<typeof collapse>> {
  return collapse(await rulesIn(client, 'redirects'), [...PAGE_PATHS, STAYS])
}

test('old addresses of a page end with it, and all other redirects stay', async () => {
  const others: Pair[] = [
    ['/blog', '/summer'],
    ['/docs', 'https://example.com/spring'],
    ['/summer', '/contact'],
  ]
  const client = await lakeWith(
    [['/old', '/older'], ['/older', '/Spring/?from=mail#top'], ...others],
    [['/draft', '/spring'], ['/begun'], ...others],
  )
  await leadNowhere(client, SPRING)
  expect(await pairsIn(client)).toEqual(others)
  expect(await pairsIn(client, 'drafts.redirects')).toEqual([['/begun'], ...others])
  expect((await released(client)).faults).toEqual([])
})

test('a redirect that rests at the page does not wake when nothing is to be found there', async () => {
  const client = await lakeWith([
    ['/Spring.html', '/old'],
    ['/old', '/spring'],
    ['/summer-sale', '/spring'],
  ])
  await leadNowhere(client, SPRING)
  expect(await pairsIn(client)).toEqual([])
})

test('what was wrong before is left to whoever mends it, and nothing is written without need', async () => {
  const wrong: Pair[] = [
    ['/a', '/b'],
    ['/b', '/a'],
    ['/c', '/nowhere'],
  ]
  const client = await lakeWith(wrong)
  const { _rev } = (await client.getDocument('redirects')) ?? {}
  await leadNowhere(client, SPRING)
  expect(await client.getDocument('redirects')).toMatchObject({ _rev })
  expect(await leadVisitors(client, SPRING, '/contact')).toBeUndefined()
  expect(await pairsIn(client)).toEqual([...wrong, ['/spring', '/contact']])
})

test('without redirects there is nothing to take away', async () => {
  const client = await lakeWith()
  await leadNowhere(client, SPRING)
  expect(await pairsIn(client)).toEqual([])
})

test.each(['/summer#tickets', '/contact', '/old-summer', 'https://example.com', '/files/spring.pdf'])(
  'visitors are led to %s, and those of old addresses with them',
  async (to) => {
    const rules: Pair[] = [
      ['/old', '/spring'],
      ['/old-summer', '/summer'],
    ]
    const client = await lakeWith(rules, [['/draft', '/spring']])
    expect(await leadVisitors(client, SPRING, to)).toBeUndefined()
    expect(await pairsIn(client)).toEqual([...rules, ['/spring', to]])
    expect(await pairsIn(client, 'drafts.redirects')).toEqual([
      ['/draft', '/spring'],
      ['/spring', to],
    ])
    const { redirects: led, faults } = await released(client)
    expect(faults).toEqual([])
    expect(led['/old']).toBe(led['/spring'])
  },
)

test.each([
  ['/nowhere', '/spring leads to /nowhere, which is no page of this site. Choose a page, such as /contact.'],
  ['/old', 'These redirects go round in a circle: /spring → /old → /spring. Let one of them lead to a page.'],
  ['/Spring/', 'The page can’t lead to itself. Write another path.'],
  ['nowhere', expect.stringContaining('is neither a path of this site')],
  ['', expect.stringContaining('is neither a path of this site')],
])('visitors are not led to “%s”, and nothing is changed', async (to, sentence) => {
  const client = await lakeWith([['/old', '/spring']])
  expect(await leadVisitors(client, SPRING, to)).toEqual(sentence)
  expect(await pairsIn(client)).toEqual([['/old', '/spring']])
})

test('an older redirect from the same path makes way, however it is spelled', async () => {
  const spelled: Pair[] = [
    ['/Spring', '/a'],
    ['/spring/', '/b'],
    ['/spring.html', '/c'],
    ['/springs', '/contact'],
  ]
  const client = await lakeWith(spelled, spelled)
  await leaveRedirect(client, '/spring', '/contact')
  for (const id of ['redirects', 'drafts.redirects'])
    expect(await pairsIn(client, id)).toEqual([
      ['/springs', '/contact'],
      ['/spring', '/contact'],
    ])
  expect((await released(client)).faults).toEqual([])
})

test('the first redirect of all is written as well', async () => {
  const client = await lakeWith()
  await leaveRedirect(client, '/spring', '/contact')
  expect(await pairsIn(client)).toEqual([['/spring', '/contact']])
})

test('visitors of a page that a release takes away are led to what the release brings, with its redirects too', async () => {
  const client = await lakeWith([['/old', '/spring']])
  const releaseId = 'autumn'
  await client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'undecided' } })
  await client.create(landing(`versions.${releaseId}.autumn-page`, '/autumn'))
  await client.create(redirects(`versions.${releaseId}.redirects`, []))
  expect(await leadVisitors(client, SPRING, '/autumn')).toMatch(/is no page of this site/u)
  expect(await leadVisitors(client, { ...SPRING, release: releaseId }, '/autumn')).toBeUndefined()
  expect(await pairsIn(client)).toEqual([
    ['/old', '/spring'],
    ['/spring', '/autumn'],
  ])
  expect(await pairsIn(client, `versions.${releaseId}.redirects`)).toEqual([['/spring', '/autumn']])
})
