import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { SiteFile } from '../../../api/http/release.ts'
import { studioRoutes, type StudioBuild } from '../../../api/http/studio.ts'

test('says that the Studio is being built, and when to ask again', async () => {
  const answer = await ask('/studio/structure/home', 'building')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.text()).toContain('http-equiv="refresh"')
})

test('says that the build failed, without asking again', async () => {
  const answer = await ask('/studio', 'failed')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBeNull()
  expect(await answer.text()).not.toContain('http-equiv="refresh"')
})

test.each(['/studio', '/studio/', '/studio/structure/faqGroup;one.two'])(
  'answers %s with its page',
  async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('page')
  },
)

test('serves its files for good, and no page in place of a missing one', async () => {
  const answer = await ask('/studio/assets/a.js')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(await answer.text()).toBe('script')
  expect((await ask('/studio/assets/b.js')).status).toBe(404)
})

test('runs its own scripts alone, and is shown in no frame', async () => {
  for (const path of ['/studio', '/studio/structure/home', '/studio/assets/a.js']) {
    const policy = (await ask(path)).headers.get('content-security-policy')
    expect(policy).toMatch(/^script-src 'self';/)
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
  }
  const waiting = await ask('/studio', 'building')
  expect(waiting.headers.get('content-security-policy')).toContain("default-src 'none'")
})

function ask(path: string, state: ReturnType<StudioBuild['state']> = 'ready'): Promise<Response> {
  const files = new Map([file('index.html', 'page'), file('assets/a.js', 'script')])
  const build: StudioBuild = { state: () => state, files: () => Promise.resolve(files) }
  return Promise.resolve(
    new Hono().route('/studio', studioRoutes(build)).request(`http://localhost:3000${path}`),
  )
}

function file(name: string, text: string): [string, SiteFile] {
  return [name, { name, body: Buffer.from(text), brotli: undefined, etag: text }]
}
