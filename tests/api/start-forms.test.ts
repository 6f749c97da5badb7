import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeRoot, serve } from './support/child.ts'

test('a node for forms takes posts and reports its health, without a build or pages', async () => {
  const dist = path.join(mkdtempSync(path.join(tmpdir(), 'forms-')), 'dist')
  const served = serve(makeRoot('process.exit(3)'), {
    env: { ROLE: 'forms', DIST_DIR: dist, SITE_URL: 'http://site.localhost' },
  })
  const url = (await served.said(/^API {5}(http:\S+)\/api\/health$/mu))[1] ?? ''
  const statusOf = async (target: string, init: RequestInit = {}) => {
    const response = await fetch(url + target, init)
    return [response.status, await response.text()] as const
  }
  const [posted] = await statusOf('/api/waitlist', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', age: 60_000 }),
  })
  expect(posted).toBe(201)
  for (const target of ['/api/health', '/api/ready', '/api/metrics'])
    expect((await statusOf(target))[0]).toBe(200)
  for (const target of ['/', '/platform', '/studio', '/v1/users/me', '/preview/x', '/api/releases'])
    expect((await statusOf(target))[0]).toBe(404)
  expect((await statusOf('/platform'))[1]).toContain('has no site. It is at http://site.localhost.')
  expect(served.output()).not.toMatch(/^(?:Site|Studio)/mu)
  served.child.kill('SIGTERM')
  expect(await served.exit).toMatchObject({ code: 0 })
  expect(existsSync(dist)).toBe(false)
})
