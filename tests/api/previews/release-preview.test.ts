import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { showReleases } from '../../../api/previews/release-preview.ts'
import type { Renderers } from '../../../api/publishing/renderer.ts'
import { newPreviews, nothing, answerOf } from '../support/previews.ts'

function releasePage(_: string, { path: page }: { path: string }) {
  return Promise.resolve({ status: 200 as const, html: `page ${page}`, policy: "default-src 'none'" })
}

describe('a release to look at', () => {
  test('is below an address that an editor is given for an hour', async () => {
    const site = newPreviews()
    const answer = await site.get('/api/preview/open', { method: 'POST' })
    const { base } = (await answer.json()) as { base: string }
    for (const [view, bar] of [
      ['release', ' with a bar'],
      ['picture', ''],
    ]) {
      const page = await site.get(`${base}/-/${view}/r1/%C3%BCber`)
      expect([page.status, await page.text()]).toEqual([200, `r1 /über${bar}`])
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    }
    site.clock.now += 3_600_000
    expect((await site.get(`${base}/-/release/r1/about`)).status).toBe(404)
  })

  test('is none for the holder of a share link', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/x' })
    const { body } = await answerOf(site, url.replace(/\/x$/u, '/-/release/r1/about'))
    expect(body).not.toContain('r1 /about')
    expect(await answerOf(site, '/preview/nothing/-/release/r1/about')).toEqual(await nothing(site))
  })
})

describe('what of a release is shown', () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'releases-'))
  const assets = path.join(dist, 'releases/r1/assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(path.join(assets, 'a.css'), 'a{}')
  writeFileSync(path.join(dist, 'secret.css'), 'secret')
  const renderers = { current: () => Promise.resolve({ releasePage }) } as unknown as Renderers
  const show = showReleases({ dist, renderers, fetchRelease: () => Promise.resolve() })

  async function ask(wanted: string, release = 'r1') {
    const shown = { release, path: wanted, base: '', hasBar: false }
    const answer = await show(shown, new Request('http://127.0.0.1/'))
    return { status: answer.status, body: await answer.text(), headers: answer.headers }
  }

  test('are its pages, framed by the Studio alone, and its files', async () => {
    const page = await ask('/about')
    expect(page.body).toBe('page /about')
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'self'")
    const file = await ask('/assets/a.css')
    expect([file.body, file.headers.get('cache-control')]).toEqual(['a{}', 'private, max-age=600'])
    expect((await ask('/assets/none.css')).status).toBe(404)
  })

  test.each(['/assets/../../../secret.css', '/assets/./a.css', '/assets/..%2fa.css', '/assets//a.css'])(
    'is no file at %s',
    async (wanted) => {
      const { body } = await ask(wanted)
      expect(body).not.toMatch(/^(?:secret|a\{)/u)
    },
  )

  test('is nothing of what has no release’s name', async () => {
    for (const release of ['..', 'r1/..', '.', 'x'.repeat(81)])
      expect((await ask('/assets/a.css', release)).status).toBe(404)
  })
})
