import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.skip(({ isMobile }) => isMobile, 'What a page says and asks for is the same at every width.')

test('pages have a title and a description of their own', async ({ page }) => {
  const titles = new Set<string>()
  const descriptions = new Set<string | null>()
  const paths = ['/', '/platform', '/contact', '/about', '/privacy', '/tos', '/cookies', '/not-found']
  for (const path of paths) {
    await page.goto(path)
    titles.add(await page.title())
    descriptions.add(await page.locator('meta[name=description]').getAttribute('content'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    // What others show of a link to it.
    const { origin } = new URL(page.url())
    const shared = page.locator('meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical]')
    const said = await shared.evaluateAll((all) =>
      all.map((tag) => ['property', 'name', 'rel', 'content', 'href'].map((name) => tag.getAttribute(name))),
    )
    const told = Object.fromEntries(
      said.map((values) => values.filter((value) => value !== null) as [string, string]),
    )
    expect(told, path).toMatchObject({
      canonical: `${origin}${path}`,
      'og:url': `${origin}${path}`,
      'og:title': await page.title(),
      'twitter:card': 'summary_large_image',
    })
    expect(told['og:image']).toMatch(/\/assets\/card-\w+\.png$/)
    expect((await page.request.get(told['og:image'] ?? '')).status(), path).toBe(200)
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
  for (const text of [...titles, ...descriptions]) expect(text).toMatch(/\S/)
})

test('a visit needs no sign-in, sets no cookie and asks the API for no more than the forms need', async ({
  page,
  context,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  for (const path of ROUTES) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('input[type=password]')).toHaveCount(0)
    await expect(page.getByText(/\b(?:sign|log)[ -]?in\b/i)).toHaveCount(0)
  }
  expect(await context.cookies()).toEqual([])
  const calls = [...asked].filter((path) => path.startsWith('/api/'))
  expect(calls).not.toEqual([])
  for (const call of calls) expect(call).toMatch(/^\/api\/(?:bot-check\/.+|waitlist\/count)$/)
})

test('every page opens at its top, from wherever the one before was left', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/platform')
  for (const path of ROUTES) {
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
    await page.evaluate((to) => location.assign(to), path)
    await page.waitForURL(`**${path}`, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => scrollY), path).toBe(0)
  }
})

test('the waitlist alone asks for a role', async ({ page }) => {
  for (const path of ROUTES) {
    await page.goto(path)
    const forms = await page
      .locator('[name=role], [autocomplete=organization-title]')
      .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).form?.getAttribute('action')))
    expect(forms.length, path).toBe(path === '/' || path === '/home' ? 1 : 0)
    for (const action of forms) expect(action).toMatch(/^\/api\/waitlist(?:\?|$)/)
  }
})

test('links lead to pages of the site, to its email addresses and to LinkedIn', async ({ page }) => {
  const pages = new Set<string>(ROUTES)
  for (const path of ROUTES) {
    await page.goto(path)
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
    const leading = links.map((link) => new URL(link)).filter(({ protocol }) => protocol !== 'mailto:')
    for (const { origin, pathname, href } of leading)
      if (origin === new URL(page.url()).origin) expect(pages, href).toContain(pathname)
      else expect(href).toMatch(/^https:\/\/www\.linkedin\.com\//)
    const forms = await page
      .locator('form[action]')
      .evaluateAll((all) => all.map((form) => form.getAttribute('action')))
    for (const action of forms) expect(action).toMatch(/^\/api\/waitlist(?:\?|$)/)
  }
})

test('the footer of every page leads to six others, and names the year', async ({ page }) => {
  for (const path of ROUTES) {
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    for (const [name, href] of [
      ['Full Platform Overview', '/platform'],
      ['About Us', '/about'],
      ['Contact', '/contact'],
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/tos'],
      ['Cookie Policy', '/cookies'],
    ] as const)
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await expect(footer.getByText(/^© 2025 /)).toBeVisible()
  }
  const widths = await page.locator('footer').evaluate((footer) => {
    const groups = [...footer.querySelectorAll('nav')]
    groups.at(-1)?.after(groups[0]!.cloneNode(true))
    return [...footer.querySelectorAll('nav')].map((group) => Math.round(group.offsetWidth))
  })
  expect(widths).toEqual([widths[0], widths[0], widths[0]])
})
