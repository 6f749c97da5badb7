import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { PreviewPage } from '../../../api/contract/previews.ts'
import { eventually } from '../../support/eventually.ts'
import { isOnPostgres } from '../support/database.ts'
import { answerOf, newPreviews, tokenIn } from '../support/previews.ts'

const DAY = 24 * 3_600_000

describe('a link for somebody without an account', () => {
  test('shows drafts to look at, and nothing to edit or compare with', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/about' })
    const page = await answerOf(site, url)
    expect(page.body).toContain('/about {"perspective":"drafts"} read-only')
    const compare = await answerOf(site, url.replace(/\/about$/, '/-/compare/about'))
    expect(compare.body).toContain('read-only')
    expect(compare.body).not.toMatch(/^compare/)
  })

  test('shows the draft of one document alone where it was made for that', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'document', document: 'about', path: '/about' })
    expect((await answerOf(site, url)).body).toContain('{"perspective":"document","document":"about"}')
  })

  test('leads on to its page where that has another address', async () => {
    const moved = { status: 307, policy: "default-src 'none'", html: '', location: '/preview/T/new' } as const
    const site = newPreviews({ drafts: { page: () => Promise.resolve(moved) } })
    const { status, headers } = await site.get(
      (await site.share({ perspective: 'drafts', path: '/old' })).url,
    )
    expect([status, headers.get('location')]).toEqual([307, '/preview/T/new'])
  })

  test('ends after seven days, or as many as it was made for, and then says that', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/about' })
    site.clock.now += 7 * DAY - 1
    expect((await site.get(url)).status).toBe(200)
    site.clock.now += 1
    expect(await answerOf(site, url)).toEqual({ status: 410, body: 'ended' })
    const short = await site.share({ perspective: 'drafts', days: 1 })
    site.clock.now += DAY
    const answer = await site.get(short.url)
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([410, 'noindex, nofollow'])
  })

  test('is rendered in turns that delay no editor and that no single address can take', async () => {
    const rendered: (() => void)[] = []
    const page = () =>
      new Promise<PreviewPage>((resolve) =>
        rendered.push(() => resolve({ status: 200, html: 'A page.', policy: '' })),
      )
    const site = newPreviews({ drafts: { page } })
    const { url } = await site.share({ perspective: 'drafts' })
    const from = (address: string) => site.get(url, { headers: { 'x-forwarded-for': address } })
    const office = Array.from({ length: 31 }, () => from('192.0.2.1'))
    // Nothing is drawn yet. Which of all comes last, the database says.
    const refused = await Promise.race(office)
    await eventually(() => expect(rendered).toHaveLength(1))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.text()).toContain('Try again in a moment.')

    const other = from('192.0.2.2')
    const editors = await Promise.all(Array.from({ length: 6 }, () => site.enter('/about')))
    const pages = editors.map((address) => site.get(address))
    // At once: one page for a link, four for editors.
    await eventually(() => expect(rendered).toHaveLength(5))
    const all = Promise.all([...office, other, ...pages])
    for (let done = 0; done < 37; done += 1) {
      await eventually(() => expect(rendered.length).toBeGreaterThan(done))
      rendered[done]?.()
    }
    expect((await all).map(({ status }) => status).filter((status) => status !== 200)).toEqual([503])
    const later = from('192.0.2.1')
    await eventually(() => expect(rendered).toHaveLength(38))
    rendered.at(-1)?.()
    expect((await later).status).toBe(200)
  })

  test('is refused while a hundred wait, wherever they come from', async () => {
    const drawn = Promise.withResolvers<PreviewPage>()
    const site = newPreviews({ drafts: { page: () => drawn.promise } })
    const { url } = await site.share({ perspective: 'drafts' })
    const from = (host: number) => site.get(url, { headers: { 'x-forwarded-for': `192.0.2.${host}` } })
    // None of five addresses asks for as many as one may. Which of all comes last, the database says.
    const asked = Array.from({ length: 101 }, (_, count) => from(count % 5))
    expect((await Promise.race(asked)).status).toBe(503)
    drawn.resolve({ status: 200, html: 'A page.', policy: '' })
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  })

  test('is rendered once for each moment where it has ended', async () => {
    let [count, moment] = [0, 'one']
    const ended = ({ end }: { end: string }) => {
      count += 1
      return Promise.resolve({ status: 410 as const, html: `${end} ${count}`, policy: '' })
    }
    const site = newPreviews({ drafts: { ended, moment: () => Promise.resolve(moment) } })
    const [revoked, old] = [
      await site.share({ perspective: 'drafts' }),
      await site.share({ days: 1, perspective: 'drafts' }),
    ]
    await site.get(`/api/preview/shares/${revoked.id}`, { method: 'DELETE' })
    site.clock.now += DAY
    const bodies = async (url: string) =>
      Promise.all([url, url].map(async (asked) => (await answerOf(site, asked)).body))
    expect(await bodies(revoked.url)).toEqual(['revoked 1', 'revoked 1'])
    expect(await bodies(old.url)).toEqual(['ended 2', 'ended 2'])
    moment = 'two'
    expect(await bodies(revoked.url)).toEqual(['revoked 3', 'revoked 3'])
  })

  test('is tried once for each moment where what is published can’t be rendered, and again where a thread was lost', async () => {
    let [count, moment] = [0, 'one']
    let failure: Error = new OperationalError('The brand is empty.')
    const ended = () => {
      count += 1
      return Promise.reject(failure)
    }
    const site = newPreviews({ drafts: { ended, moment: () => Promise.resolve(moment) } })
    const { url } = await site.share({ days: 1, perspective: 'drafts' })
    site.clock.now += DAY
    const ask = async () => [(await site.get(url)).status, count]
    expect(await ask()).toEqual([410, 1])
    expect(await ask()).toEqual([410, 1])
    moment = 'two'
    expect(await ask()).toEqual([410, 2])

    failure = new Error('The thread that renders pages ended.')
    moment = 'three'
    expect(await ask()).toEqual([500, 3])
    expect(await ask()).toEqual([500, 4])
  })

  test('is listed with whom it is for, and what it shows', async () => {
    const site = newPreviews()
    await site.share({ perspective: 'drafts', recipient: ' Ada, legal ' })
    site.clock.now += 1
    await site.share({ perspective: 'document', document: 'about' })
    expect(await (await site.get('/api/preview/shares')).json()).toMatchObject([
      { recipient: '', shows: 'about' },
      { recipient: 'Ada, legal', shows: 'drafts' },
    ])
  })

  test('says so when it is revoked, an equal one does not', async () => {
    const site = newPreviews()
    const [one, other] = [
      await site.share({ perspective: 'drafts' }),
      await site.share({ perspective: 'drafts' }),
    ]
    const listed = (await (await site.get('/api/preview/shares')).json()) as { id: string; url?: string }[]
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([one.id, other.id]))
    expect(listed.every(({ url }) => url === undefined)).toBe(true)
    expect((await site.get(`/api/preview/shares/${one.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await answerOf(site, one.url)).toEqual({ status: 410, body: 'revoked' })
    expect((await site.get(other.url)).status).toBe(200)
    const again = await site.get(`/api/preview/shares/${one.id}`, { method: 'DELETE' })
    expect(again.status).toBe(404)
    expect(await again.text()).toContain('Somebody else withdrew this link meanwhile')
  })

  test.skipIf(isOnPostgres)('is nowhere on the disk', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts' })
    const files = ['previews.sqlite', 'previews.sqlite-wal'].map((name) =>
      readFileSync(path.join(site.dataDir, name)),
    )
    const token = tokenIn(url)
    for (const part of [token, ...token.split('.')]) expect(Buffer.concat(files).includes(part)).toBe(false)
  })

  test.each([
    [{ perspective: 'raw' }, 'perspective must be'],
    [{ perspective: 'document' }, 'document must be the id'],
    [{ perspective: 'document', document: 'drafts.about' }, 'without "drafts."'],
    [{ perspective: 'drafts', path: '//evil.example' }, 'path must be a path'],
    [{ perspective: 'drafts', days: 91 }, 'from 1 to 90'],
    [{ perspective: 'drafts', days: 0 }, 'from 1 to 90'],
    [{ perspective: 'drafts', path: '/about\0' }, 'path must be a path'],
    [{ perspective: 'drafts', recipient: 'x'.repeat(61) }, '60 characters at most'],
    // PostgreSQL stores neither.
    [{ perspective: 'drafts', recipient: 'Ada\0' }, 'recipient must have no control characters'],
    [{ perspective: 'drafts', recipient: 'Ada\ud800' }, 'recipient must have no control characters'],
  ])('is not made of %j', async (request, sentence) => {
    const site = newPreviews()
    const answer = await site.get('/api/preview/shares', { method: 'POST', body: JSON.stringify(request) })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(JSON.stringify(sentence).slice(1, -1))
  })
})
