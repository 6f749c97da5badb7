import { expect, test } from './support/test.ts'

test('pages answer at their bare paths', async ({ request }) => {
  for (const path of [
    '/',
    '/home',
    '/platform',
    '/contact',
    '/about',
    '/privacy',
    '/tos',
    '/cookies',
    '/not-found',
  ]) {
    expect((await request.get(path)).status(), path).toBe(200)
  }
})

test('an unknown path shows the 404 page with status 404', async ({ page }) => {
  const answer = await page.request.get('/no/such/page')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Did you forget to add the page to the router?')
})

test('a trailing slash leads to the bare path for good', async ({ request }) => {
  const answer = await request.get('/platform/?a=b', { maxRedirects: 0 })
  expect(answer.status()).toBe(308)
  expect(answer.headers()['location']).toBe('/platform?a=b')
})

test('search engines keep / for /home and nothing of the 404 page', async ({ request }) => {
  const home = await (await request.get('/home')).text()
  expect(home).toMatch(/<link rel="canonical" href="http:\/\/[^/"]+\/"\/>/)
  const missing = await (await request.get('/not-found')).text()
  expect(missing).toContain('<meta name="robots" content="noindex"/>')
})

test('the files for machines are there', async ({ request }) => {
  const files: Record<string, string> = {
    '/sitemap.xml': '/platform</loc>',
    '/robots.txt': 'Sitemap: http',
    '/llms.txt': 'execution governance engine',
    '/site.webmanifest': '"icons"',
    '/.well-known/security.txt': 'Expires:',
    '/icon.svg': '<svg',
  }
  for (const [path, text] of Object.entries(files)) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(await answer.text(), path).toContain(text)
  }
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png']) {
    expect((await request.get(path)).status(), path).toBe(200)
  }
})

test('/home is the home page', async ({ request }) => {
  const main = async (path: string) => /<main.*<\/main>/s.exec(await (await request.get(path)).text())?.[0]
  const home = await main('/home')
  expect(home).toMatch(/id="hero"/)
  expect(home).toBe(await main('/'))
})

test('home has structured data for the organization and its questions, other pages have none', async ({
  page,
}) => {
  const described = async () =>
    (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (json) => JSON.parse(json) as Record<string, unknown>,
    )
  await page.goto('/')
  const [organization, faq, ...more] = await described()
  expect(organization).toMatchObject({
    '@type': 'Organization',
    name: 'CAL',
    description: expect.stringMatching(/\S/),
    url: expect.stringMatching(/^https?:\/\/[^/]+\/$/),
  })
  const questions = await page.locator('#faq h4').allTextContents()
  expect(faq).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: questions.map((name) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text: expect.stringMatching(/\S/) },
    })),
  })
  expect([questions.length, more]).toEqual([20, []])
  await page.goto('/platform')
  expect(await described()).toEqual([])
})
