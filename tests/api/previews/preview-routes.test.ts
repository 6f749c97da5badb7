import { describe, expect, test } from 'vitest'
import { answerOf, entryTo, newPreviews, nothing } from '../support/previews.ts'

describe('entering', () => {
  test('leads from the Studio’s secret to the page below a token', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    expect(address).toMatch(/^\/preview\/[\w.-]+\/about$/)
    const page = await site.get(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('/about {"perspective":"drafts"} /studio')
    expect(await site.enter('/about#team')).toMatch(/^\/preview\/[\w.-]+\/about#team$/)
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

  test('shows published content if the Studio asks for it', async () => {
    const site = newPreviews()
    const page = await site.get(await site.enter('/', '&sanity-preview-perspective=published'))
    expect(await page.text()).toContain('{"perspective":"published"}')
  })

  test('shows a content release over drafts, and drafts without one', async () => {
    const site = newPreviews()
    const page = await site.get(await site.enter('/', '&sanity-preview-perspective=rSpring%2Cdrafts'))
    expect(await page.text()).toContain('{"perspective":"stack","stack":["rSpring","drafts"]}')
    const alone = await site.get(await site.enter('/', '&sanity-preview-perspective=rSpring%2Cpublished'))
    expect(await alone.text()).toContain('{"perspective":"stack","stack":["rSpring"]}')
    for (const none of ['..%2Fx', 'r'.repeat(65), `${'r1%2C'.repeat(400)}r1`]) {
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

  test('has to wait after coming too often from one address, and nobody at another', async () => {
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
  test('has an address of its own for an editor', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    const answer = await site.get(address.replace(/\/about$/, '/-/as/published/about'))
    expect(answer.status).toBe(307)
    const page = await answerOf(site, answer.headers.get('location') ?? '')
    expect(page.body).toContain('/about {"perspective":"published"}')
  })

  test('is none for the holder of a share link', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'document', document: 'about', path: '/about' })
    const answer = await site.get(url.replace(/\/about$/, '/-/as/drafts/about'))
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('"perspective":"document"')
  })
})

describe('a page of drafts', () => {
  test('is never cached, indexed, framed by others or sent as a referrer', async () => {
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
    // Where it is in a window of its own, the same ones may reach that window.
    expect([editor, shared].map(({ headers }) => headers.get('cross-origin-opener-policy'))).toEqual([
      'unsafe-none',
      'same-origin',
    ])
  })

  test('is found however its address is written', async () => {
    const site = newPreviews()
    const base = (await site.enter('/x')).replace(/\/x$/, '')
    const shown = async (address: string) => (await answerOf(site, base + address)).body.split(' ')[0]
    expect([await shown('/%C3%BCber/'), await shown('/'), await shown('')]).toEqual(['/über', '/', '/'])
  })

  test('is compared with the published one by an editor', async () => {
    const site = newPreviews()
    const base = (await site.enter('/x')).replace(/\/x$/, '')
    const shown = async (part: string) => (await answerOf(site, `${base}/-/${part}`)).body
    const parts = ['compare/about', 'before/about', 'after/about', 'compare']
    expect(await Promise.all(parts.map(shown))).toEqual([
      'compare /about',
      'before /about',
      'after /about',
      'compare /',
    ])
  })

  test('takes nothing but reading', async () => {
    const site = newPreviews()
    const answer = await site.get(await site.enter('/'), { method: 'POST', body: 'x' })
    expect(answer.status).toBe(405)
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
