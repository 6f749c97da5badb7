import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../api/services/preview-token.ts'
import { newPreviews } from '../support/previews.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What an address answers that never led anywhere. */
async function nothing(site: ReturnType<typeof newPreviews>) {
  const answer = await site.get('/preview/nothing/about')
  return { status: answer.status, body: await answer.text() }
}

async function answerOf(site: ReturnType<typeof newPreviews>, address: string) {
  const answer = await site.get(address)
  return { status: answer.status, body: await answer.text() }
}

function tokenIn(address: string): string {
  return address.split('/')[2] ?? ''
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, until: string): Promise<string> {
  let text = ''
  while (!text.includes(until)) {
    const { done, value } = await reader.read()
    if (done) return `${text}[end]`
    text += new TextDecoder().decode(value)
  }
  return text
}

describe('entering', () => {
  it('leads from the Studio’s secret to the page below a token', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    expect(address).toMatch(/^\/preview\/[\w.-]+\/about$/)
    const page = await site.get(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('/about {"perspective":"drafts"} /studio')
  })

  it('refuses a secret that the Studio did not make, with a sentence', async () => {
    const site = newPreviews()
    const answer = await site.get('/api/preview/enter?sanity-preview-secret=guess')
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('not valid or has ended')
  })

  it.each([
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

  it('shows what is published where the Studio asks for that', async () => {
    const site = newPreviews()
    const page = await site.get(await site.enter('/', '&sanity-preview-perspective=published'))
    expect(await page.text()).toContain('{"perspective":"published"}')
  })
})

describe('a page of drafts', () => {
  it('is never kept, listed, framed by others or named to where it links', async () => {
    const site = newPreviews()
    const { headers } = await site.get(await site.enter('/about'))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('may be framed by a hosted Studio that is configured, a link by nobody else', async () => {
    const site = newPreviews({ studioOrigin: 'https://cal.sanity.studio' })
    const editor = await site.get(await site.enter('/'))
    expect(editor.headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'self' https:\/\/cal\.sanity\.studio$/,
    )
    const shared = await site.get((await site.share({ perspective: 'drafts' })).url)
    expect(shared.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/)
  })

  it('takes nothing but reading', async () => {
    const site = newPreviews()
    const answer = await site.get(await site.enter('/'), { method: 'POST', body: 'x' })
    expect(answer.status).toBe(405)
  })
})

describe('a token', () => {
  it('ends after an hour, and is renewed while it is used', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    site.clock.now += 0.6 * HOUR
    const base = (await answerOf(site, address)).body.split(' ').at(-1) ?? ''
    expect(base).not.toBe(address.replace('/about', ''))
    site.clock.now += 0.6 * HOUR
    expect(await answerOf(site, address)).toEqual(await nothing(site))
    expect((await site.get(`${base}/about`)).status).toBe(200)
  })

  it('is not renewed for ever', async () => {
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

  it('is worth nothing when a byte of it is altered', async () => {
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

  it('is worth nothing with another spelling of its signature', async () => {
    const site = newPreviews()
    const token = tokenIn(await site.enter('/'))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.at(-1) ?? '')
    const sameBytes = token.slice(0, -1) + (alphabet[last ^ 1] ?? '')
    expect(await answerOf(site, `/preview/${sameBytes}/about`)).toEqual(await nothing(site))
  })

  it('of another dataset or another key is worth nothing', async () => {
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

  it('outlives a restart', async () => {
    const site = newPreviews()
    const address = await site.enter('/about')
    const again = newPreviews({ dataDir: site.dataDir })
    expect((await again.get(address)).status).toBe(200)
  })
})

describe('a link for somebody without an account', () => {
  it('shows drafts to look at, and nothing to edit or compare with', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/about' })
    const page = await answerOf(site, url)
    expect(page.body).toContain('/about {"perspective":"drafts"} read-only')
    const compare = await answerOf(site, url.replace(/\/about$/, '/-/compare/about'))
    expect(compare.body).toContain('read-only')
    expect(compare.body).not.toMatch(/^compare/)
  })

  it('shows the draft of one document alone where it was made for that', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'document', document: 'about', path: '/about' })
    expect((await answerOf(site, url)).body).toContain('{"perspective":"document","document":"about"}')
  })

  it('ends after seven days, as if it had never been', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/about' })
    site.clock.now += 7 * DAY - 1
    expect((await site.get(url)).status).toBe(200)
    site.clock.now += 1
    expect(await answerOf(site, url)).toEqual(await nothing(site))
  })

  it('ends when it is revoked, an equal one does not', async () => {
    const site = newPreviews()
    const [one, other] = [
      await site.share({ perspective: 'drafts' }),
      await site.share({ perspective: 'drafts' }),
    ]
    const listed = (await (await site.get('/api/preview/shares')).json()) as { id: string; url?: string }[]
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([one.id, other.id]))
    expect(listed.every(({ url }) => url === undefined)).toBe(true)
    expect((await site.get(`/api/preview/shares/${one.id}`, { method: 'DELETE' })).status).toBe(200)
    const { status, body } = await answerOf(site, one.url)
    expect({ status, body }).toEqual(await nothing(site))
    expect((await site.get(other.url)).status).toBe(200)
    expect((await site.get(`/api/preview/shares/${one.id}`, { method: 'DELETE' })).status).toBe(404)
  })

  it('is nowhere on the disk', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts' })
    const files = ['previews.sqlite', 'previews.sqlite-wal'].map((name) =>
      readFileSync(path.join(site.dataDir, name)),
    )
    const token = tokenIn(url)
    for (const part of [token, ...token.split('.')]) expect(Buffer.concat(files).includes(part)).toBe(false)
  })

  it.each([
    [{ perspective: 'raw' }, 'perspective must be'],
    [{ perspective: 'document' }, 'document must be the id'],
    [{ perspective: 'document', document: 'drafts.about' }, 'without "drafts."'],
    [{ perspective: 'drafts', path: '//evil.example' }, 'path must be a path'],
    [{ perspective: 'drafts', days: 91 }, 'from 1 to 90'],
  ])('is not made of %j', async (wish, sentence) => {
    const site = newPreviews()
    const answer = await site.get('/api/preview/shares', { method: 'POST', body: JSON.stringify(wish) })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(JSON.stringify(sentence).slice(1, -1))
  })
})

describe('the stream of a preview', () => {
  it('tells the moment, then each change', async () => {
    const site = newPreviews()
    const address = (await site.enter('/x')).replace(/x$/, '-/events')
    const stream = await site.get(address)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader()
    expect(await read(reader, 'moment"')).toContain(String(site.clock.now))
    site.clock.now += 1
    site.change()
    expect(await read(reader, 'moment"')).toContain(String(site.clock.now))
    await reader.cancel()
    expect(site.listeners.size).toBe(0)
  })

  it('ends with the link that it was opened with', async () => {
    const site = newPreviews()
    const { id, url } = await site.share({ perspective: 'drafts', path: '/' })
    const stream = await site.get(`${url}-/events`)
    const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader()
    await read(reader, 'moment"')
    await site.get(`/api/preview/shares/${id}`, { method: 'DELETE' })
    site.change()
    expect(await read(reader, 'never')).toContain('[end]')
    expect(site.listeners.size).toBe(0)
  })
})
