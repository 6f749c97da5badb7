import { describe, expect, test } from 'vitest'
import { createTokens } from '../../../api/previews/preview-token.ts'
import { answerOf, newPreviews, nothing, tokenIn } from '../support/previews.ts'

const HOUR = 3_600_000

describe('a token', () => {
  test('ends after an hour, and is renewed while it is used', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    const baseNow = async () => (await answerOf(site, address)).body.split(' ').at(-1) ?? ''
    site.clock.now += 0.4 * HOUR
    expect(await baseNow(), 'not before half of it is over').toBe(address.replace('/about', ''))
    site.clock.now += 0.2 * HOUR
    const base = await baseNow()
    expect(base).not.toBe(address.replace('/about', ''))
    site.clock.now += 0.6 * HOUR
    expect(await answerOf(site, address)).toEqual(await nothing(site))
    expect((await site.get(`${base}/about`)).status).toBe(200)
  })

  test('of an editor ends with their session, and so do its renewals and other perspectives', async () => {
    const signedIn = new Set(['ada', 'bob'])
    const site = newPreviews({ signedIn })
    const open = async (headers: Record<string, string>) => {
      const answer = await site.get('/api/preview/open', { method: 'POST', headers })
      return ((await answer.json()) as { base: string }).base
    }
    const [ada, bob] = [await open({ cookie: 'ada' }), await open({ cookie: 'bob' })]
    const token = await open({ authorization: 'Bearer of the site' })
    site.clock.now += 0.75 * HOUR
    const [, renewed = ''] = /(\/preview\/[\w.-]+)$/u.exec((await answerOf(site, ada)).body) ?? []
    const other = (await site.get(`${ada}/-/as/published/about`)).headers.get('location') ?? ''
    expect([renewed === ada, (await site.get(renewed)).status, (await site.get(other)).status]).toEqual([
      false,
      200,
      200,
    ])
    const stream = await site.get(`${ada}/-/events`)
    signedIn.delete('ada')
    for (const address of [ada, renewed, other]) expect((await site.get(address)).status).toBe(404)
    for (const address of [bob, token]) expect((await site.get(address)).status).toBe(200)
    site.change()
    // Waits for the end of the stream.
    await stream.text()
  })

  test('that has ended says so in the frame of a Studio that was left open', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    site.clock.now += 2 * HOUR
    const answer = await site.get(address, { headers: { 'sec-fetch-dest': 'iframe' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(await answer.text()).toContain('This preview has ended.')
  })

  test('is not renewed for ever', async () => {
    const site = newPreviews()
    const bases = [(await site.enter('/x')).replace(/\/x$/, '')]
    let hours = 0
    for (; hours < 48; hours += 0.25) {
      const { status, body } = await answerOf(site, `${bases.at(-1)}/x`)
      if (status !== 200) break
      bases.push(body.split(' ').at(-1) ?? '')
      site.clock.now += 0.25 * HOUR
    }
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThan(13)
    expect(new Set(bases.slice(-3)).size, 'the last one is not made anew').toBe(1)
  })

  test('from before sign-in was required ends once it is', async () => {
    const before = newPreviews()
    const address = await before.enter('/about')
    const { url } = await before.share({ perspective: 'drafts', path: '/about' })
    const site = newPreviews({ dataDir: before.dataDir, signedIn: new Set(['ada']) })
    expect(await answerOf(site, address)).toEqual(await nothing(site))
    expect((await site.get(url)).status).toBe(200)
  })

  test('is worth nothing when a byte of it is altered', async () => {
    const site = newPreviews()
    const token = tokenIn(await site.enter('/'))
    const wrong = await nothing(site)
    for (let i = 0; i < token.length; i += 7) {
      const altered = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
      expect(await answerOf(site, `/preview/${altered}/about`)).toEqual(wrong)
    }
    for (const guess of ['', '-', '.', 'a.b', `${token}.`, `${token}AA`, token.toLowerCase(), '%00', '..'])
      expect((await answerOf(site, `/preview/${guess}/about`)).status).toBe(wrong.status)
  })

  test('is worth nothing with another spelling of its signature', async () => {
    const site = newPreviews()
    const token = tokenIn(await site.enter('/'))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.at(-1) ?? '')
    const sameBytes = token.slice(0, -1) + (alphabet[last ^ 1] ?? '')
    expect(await answerOf(site, `/preview/${sameBytes}/about`)).toEqual(await nothing(site))
  })

  test('of another dataset or another key is worth nothing', async () => {
    const site = newPreviews()
    const other = newPreviews({ dataDir: site.dataDir, dataset: 'local/staging' })
    expect((await answerOf(site, await other.enter('/about'))).status).toBe(404)
    const stranger = createTokens(Buffer.alloc(32), 'local/production')
    const grant = {
      kind: 'editor',
      dataset: 'local/production',
      scope: { perspective: 'drafts' },
      since: site.clock.now,
      expires: site.clock.now + HOUR,
    } as const
    expect((await answerOf(site, `/preview/${stranger.sign(grant)}/about`)).status).toBe(404)
  })

  test('outlives a restart', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    const again = newPreviews({ dataDir: site.dataDir })
    expect((await again.get(address)).status).toBe(200)
  })
})
