import { describe, expect, test } from 'vitest'
import { createTokens } from '../../../api/previews/preview-token.ts'
import { answerOf, entryTo, newPreviews, nothing, tokenIn } from '../support/previews.ts'

const HOUR = 3_600_000

describe('entering', () => {
  test('leads from the Studio’s secret to the page below a token', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    expect(address).toMatch(/^\/preview\/[\w.-]+\/about$/)
    const page = await site.get(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('/about {"perspective":"drafts"} /studio')
  })

  test('refuses a secret that the Studio did not make, with a sentence', async () => {
    const site = newPreviews()
    const answer = await site.get('/api/preview/enter?sanity-preview-secret=guess')
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('not valid or has ended')
  })

  test.each([
    '//evil.example',
    'https://evil.example/about',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/\t/evil.example',
    'javascript:alert(1)',
    'about',
  ])('refuses to lead to %j, with a sentence', async (target) => {
    const site = newPreviews()
    const answer = await site.get(
      `/api/preview/enter?sanity-preview-secret=secret-of-the-studio&sanity-preview-pathname=${encodeURIComponent(target)}`,
    )
    expect(answer.status).toBe(403)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('must be a path')
  })

  test('shows what is published where the Studio asks for that', async () => {
    const site = newPreviews()
    const page = await site.get(await site.enter('/', '&sanity-preview-perspective=published'))
    expect(await page.text()).toContain('{"perspective":"published"}')
  })

  test('shows a content release over drafts, and drafts where that is none', async () => {
    const site = newPreviews()
    const page = await site.get(await site.enter('/', '&sanity-preview-perspective=rSpring%2Cdrafts'))
    expect(await page.text()).toContain('{"perspective":"stack","stack":["rSpring","drafts"]}')
    for (const none of ['..%2Fx', 'r'.repeat(65), 'r1%2C'.repeat(400)]) {
      const drafts = await site.get(await site.enter('/', `&sanity-preview-perspective=${none}`))
      expect(await drafts.text()).toContain('{"perspective":"drafts"}')
    }
  })
})

describe('who enters', () => {
  test('is signed in, where editors sign in here, before the secret is looked up', async () => {
    const lookedUp: string[] = []
    const admits = (url: string) => Promise.resolve(lookedUp.push(url) > 0)
    const signedIn = new Set(['ada'])
    const site = newPreviews({ signedIn, admits })
    const enter = (headers: Record<string, string>) => site.get(entryTo('/about'), { headers })
    for (const cookie of ['', 'of somebody who was revoked']) {
      const refused = await enter({ cookie })
      expect([refused.status, refused.headers.get('location')]).toEqual([401, null])
      expect(await refused.text()).toContain('Sign in to the Studio first')
    }
    expect(lookedUp).toEqual([])
    const address = (await enter({ cookie: 'ada' })).headers.get('location') ?? ''
    expect((await site.get(address)).status).toBe(200)
    signedIn.delete('ada')
    expect(await answerOf(site, address)).toEqual(await nothing(site))
  })

  test('has to wait who comes too often from one address, and nobody at another', async () => {
    const site = newPreviews()
    const enter = (from: string) => site.get(entryTo(), { headers: { 'x-forwarded-for': from } })
    for (let count = 0; count < 120; count += 1) await enter('192.0.2.1')
    const refused = await enter('192.0.2.1')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(await refused.text()).toMatch(/Too many previews.* Try again in \d+ seconds/u)
    expect((await enter('192.0.2.2')).status).toBe(307)
  })

  test('is asked to come again while eight secrets are looked up', async () => {
    const found = Promise.withResolvers<boolean>()
    const site = newPreviews({ admits: () => found.promise })
    const waiting = Array.from({ length: 8 }, () => site.get(entryTo()))
    const refused = await site.get(entryTo())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    found.resolve(true)
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(307)
    expect((await site.get(entryTo())).status).toBe(307)
  })
})

describe('another perspective', () => {
  test('is an address away for an editor', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    const answer = await site.get(address.replace(/\/about$/, '/-/as/published/about'))
    expect(answer.status).toBe(307)
    const page = await answerOf(site, answer.headers.get('location') ?? '')
    expect(page.body).toContain('/about {"perspective":"published"}')
  })

  test('is none for who got a link', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'document', document: 'about', path: '/about' })
    const answer = await site.get(url.replace(/\/about$/, '/-/as/drafts/about'))
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('"perspective":"document"')
  })
})

describe('a page of drafts', () => {
  test('is never kept, listed, framed by others or named to where it links', async () => {
    const site = newPreviews()
    const { headers } = await site.get(await site.enter('/about'))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('may be framed by a hosted Studio that is configured, a link by nobody else', async () => {
    const site = newPreviews({ studioOrigin: 'https://cal.sanity.studio' })
    const editor = await site.get(await site.enter('/'))
    expect(editor.headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'self' https:\/\/cal\.sanity\.studio$/,
    )
    const shared = await site.get((await site.share({ perspective: 'drafts' })).url)
    expect(shared.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/)
  })

  test('takes nothing but reading', async () => {
    const site = newPreviews()
    const answer = await site.get(await site.enter('/'), { method: 'POST', body: 'x' })
    expect(answer.status).toBe(405)
  })
})

describe('a token', () => {
  test('ends after an hour, and is renewed while it is used', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    site.clock.now += 0.6 * HOUR
    const base = (await answerOf(site, address)).body.split(' ').at(-1) ?? ''
    expect(base).not.toBe(address.replace('/about', ''))
    site.clock.now += 0.6 * HOUR
    expect(await answerOf(site, address)).toEqual(await nothing(site))
    expect((await site.get(`${base}/about`)).status).toBe(200)
  })

  test('that an editor was given ends with their session, with its renewals and other perspectives', async () => {
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
    // It ends, or this would wait for its end for good.
    await stream.text()
  })

  test('is not renewed for ever', async () => {
    const site = newPreviews()
    let base = (await site.enter('/x')).replace(/\/x$/, '')
    let hours = 0
    for (; hours < 48; hours += 0.75) {
      const { status, body } = await answerOf(site, `${base}/x`)
      if (status !== 200) break
      base = body.split(' ').at(-1) ?? ''
      site.clock.now += 0.75 * HOUR
    }
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThan(13)
  })

  test('of a time when nobody had to sign in ends once editors have to', async () => {
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

describe('whatever is answered below a token', () => {
  test.each([
    ['a page', '/about', {}],
    ['its headers alone', '/about', { method: 'HEAD' }],
    ['a comparison', '/-/compare/about', {}],
    ['another perspective', '/-/as/published/about', {}],
    ['the stream of changes', '/-/events', { method: 'HEAD' }],
    ['a page that can’t be read', '/%', {}],
    ['a refusal', '/about', { method: 'POST', body: 'x' }],
  ])('%s is kept by nobody, listed nowhere and named to no one', async (_, place, init) => {
    const site = newPreviews()
    const bases = [await site.enter('/x'), (await site.share({ perspective: 'drafts', path: '/x' })).url]
    for (const base of bases) {
      const { headers } = await site.get(base.replace(/\/x$/, place), init)
      expect(headers.get('cache-control')).toMatch(/^no-store/)
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    }
  })
})
