import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { SanityDocument } from '@sanity/client'
import { entryTo, openDraft, scrollSettled, shownPage } from './support/preview.ts'
import { box, choose, expect, studioIsBuilt, test, type Lake } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

// Drafts of pages that there is one of: each test leaves none behind.
test.afterEach(async ({ lake }) => {
  for (const id of ['home', 'about', 'contact']) await lake.client.delete(`drafts.${id}`)
})

async function draft({ client }: Lake, id: string, fields: Record<string, unknown>): Promise<void> {
  const published = await client.getDocument<SanityDocument>(id)
  if (!published) throw new Error(`The launch content has no ${id}.`)
  await client.createIfNotExists({ ...published, _id: `drafts.${id}` })
  await client.patch(`drafts.${id}`).set(fields).commit()
}

/** The order of the FAQ groups in the draft of the home page. */
async function groupsOf({ client }: Lake): Promise<string[] | null> {
  return client.fetch('*[_id == "drafts.home"][0].faq.groups[]._ref')
}

test('a click on a heading opens its field, and what is typed there shows in the page', async ({ page }) => {
  await page.goto('/studio/presentation?preview=/about')
  const shown = await shownPage(page)
  const heading = shown.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await expect(page.getByTestId('form-view')).toBeVisible()
  // The overlay comes a moment after the page, and a click before that is a click on the page.
  await expect(async () => {
    await heading.hover({ timeout: 5000 })
    await heading.click({ timeout: 5000 })
    await expect(page).toHaveURL(/presentation\/about\/about\/title/, { timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await heading.evaluate(() => Object.assign(globalThis, { stayed: true }))
  await box(page, 'title').fill('The engine that answers for it')
  await expect(heading).toHaveText('The engine that answers for it')
  expect(await heading.evaluate(() => 'stayed' in globalThis)).toBe(true)
})

test('a group of questions is dragged to another place in the page', async ({ page, lake }) => {
  const published: string[] = await lake.client.fetch('*[_id == "home"][0].faq.groups[]._ref')
  await page.goto('/studio/presentation?preview=/')
  const groups = (await shownPage(page)).locator('#faq details')
  await expect(groups).toHaveCount(published.length)
  await expect(page.getByTestId('form-view')).toBeVisible()
  const [first, second, ...others] = published
  const wanted = [second, first, ...others]
  await expect(async () => {
    // One more drag would take back what the last one did late.
    if (isDeepStrictEqual(await groupsOf(lake), wanted)) return
    // Again in each try: a frame that the Studio has replaced shows the page from its top.
    await groups.first().evaluate(() => {
      document.documentElement.style.scrollBehavior = 'auto'
      for (const group of document.querySelectorAll<HTMLDetailsElement>('#faq details')) group.open = false
      document.querySelector('#faq')?.scrollIntoView()
    })
    const [from, to] = [await groups.nth(0).boundingBox(), await groups.nth(1).boundingBox()]
    if (!from || !to) throw new Error('The groups are not in the page.')
    const x = from.x + from.width * 0.85
    await page.mouse.move(x, from.y + 3)
    await page.mouse.move(x, from.y + 6, { steps: 5 })
    // The overlay takes hold of what it has outlined, a moment later.
    await page.waitForTimeout(500)
    await page.mouse.down()
    await page.mouse.move(x, to.y + to.height - 4, { steps: 20 })
    await page.waitForTimeout(200)
    await page.mouse.up()
    await expect.poll(() => groupsOf(lake), { timeout: 10_000 }).toEqual(wanted)
  }).toPass({ timeout: 120_000 })
})

test('a change comes without a reload: scroll, focus and open answers stay', async ({
  page,
  lake,
  baseURL,
}) => {
  await openDraft(page, lake.client, baseURL ?? '', '/')
  const group = page.locator('#faq details').nth(2)
  await group.evaluate((element: HTMLDetailsElement) => {
    element.open = !element.open
  })
  const wasOpen = await group.evaluate((element: HTMLDetailsElement) => element.open)
  const summary = group.locator('summary')
  await summary.focus()
  // It scrolls smoothly, and not at once.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  const scrolled = await scrollSettled(page)
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))

  await draft(lake, 'home', { 'faq.title': 'Asked, and answered' })
  await expect(page.locator('#faq h2')).toHaveText('Asked, and answered')
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
  expect(await group.evaluate((element: HTMLDetailsElement) => element.open)).toBe(wasOpen)
  await expect(summary).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await lake.client.delete('drafts.home')
  await expect(page.locator('#faq h2')).not.toHaveText('Asked, and answered')
})

test('an island that is in use takes new words, and works on', async ({ page, lake, baseURL }) => {
  await openDraft(page, lake.client, baseURL ?? '', '/contact')
  const form = page.locator('[data-island=contact-form]')
  const isAlive = () =>
    form.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
  await form.evaluate((element) => element.scrollIntoView())
  await expect.poll(isAlive).toBe(true)
  await draft(lake, 'contact', { 'buttons.idle': 'Send it off' })
  await expect(form.getByRole('button', { name: 'Send it off' })).toBeVisible()
  await expect.poll(isAlive).toBe(true)
})

test('links lead to drafts, and forms lead nowhere', async ({ page, lake, baseURL }) => {
  await openDraft(page, lake.client, baseURL ?? '', '/contact')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page.locator('preview-bar').getByRole('status')).toHaveText(/not sent/)
  await page.locator('footer').getByRole('link', { name: /about/i }).first().click()
  await expect(page).toHaveURL(/\/preview\/[^/]+\/about$/)
  await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/\/preview\/[^/]+\/#faq$/)
  expect(posts.filter((url) => url.includes('/api/'))).toEqual([])
})

test('an outsider sees a shared draft until it is revoked, and nothing else', async ({
  browser,
  lake,
  baseURL,
  request,
  refusals,
}) => {
  await draft(lake, 'about', { title: 'Not for everybody yet' })
  const made = await request.post('/api/preview/shares', { data: { perspective: 'drafts', path: '/about' } })
  const { id, url } = (await made.json()) as { id: string; url: string }
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not for everybody yet')
  await expect(page.locator('preview-bar')).toContainText('Draft, not published')
  expect(await page.content()).not.toContain('data-sanity')
  expect(await context.cookies()).toEqual([])

  refusals.push(/^404 .*\/preview\//)
  const compare = await page.goto(url.replace(/\/about$/, '/-/compare/about'))
  expect(compare?.status()).toBe(404)
  await request.delete(`/api/preview/shares/${id}`)
  const revoked = await page.goto(url)
  expect(revoked?.status()).toBe(404)
  await expect(page.locator('preview-bar')).toHaveCount(0)
  expect(await page.content()).not.toContain('Not for everybody yet')
  await context.close()
})

test('an editor makes a link in the Studio, and revokes it there', async ({ page, request }) => {
  await page.goto('/studio/structure/about')
  await choose(page, /share draft/i)
  await page.getByRole('button', { name: /link to the draft of/i }).click()
  const link = await page.getByLabel(/new link/i).inputValue()
  expect((await request.get(link)).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke' }).first().click()
  await expect.poll(async () => (await request.get(link)).status()).toBe(404)
})

test('the comparison marks the words that changed, and says what would be held', async ({
  page,
  lake,
  baseURL,
}) => {
  await draft(lake, 'about', { title: 'The Execution Accountability Engine', lead: '' })
  await openDraft(page, lake.client, baseURL ?? '', '/about')
  await page.locator('preview-bar').getByRole('link', { name: 'Compare' }).click()
  const [before, after] = [
    page.frameLocator('[data-side=before] iframe'),
    page.frameLocator('[data-side=after] iframe'),
  ]
  await expect(before.locator('h1 mark')).toHaveText('Governance')
  await expect(after.locator('h1 mark')).toHaveText('Accountability')
  await expect(page.getByText('“Lead” is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Swipe' }).click()
  await expect(page.getByRole('slider')).toBeVisible()
})

test('works where browsers keep nothing for frames of others', async ({ browser, lake, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Blocked.', 'SecurityError')
        },
      })
  })
  const page = await context.newPage()
  await page.goto(await entryTo(lake.client, baseURL ?? '', '/about'))
  await draft(lake, 'about', { title: 'Without a cookie' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Without a cookie')
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('the page shows what is published while the Studio does', async ({ page, lake }) => {
  const title: string = (await lake.client.getDocument('about'))?.['title']
  await draft(lake, 'about', { title: 'Not what is published' })
  await page.goto('/studio/presentation?preview=/about')
  const heading = (await shownPage(page)).getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Not what is published')
  await page.goto('/studio/presentation?preview=/about&perspective=published')
  await shownPage(page)
  await expect(heading).toHaveText(title)
})

test('is not shown in a frame of another site', async ({ browser, lake, baseURL }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const entry = await entryTo(lake.client, baseURL ?? '', '/about')
  const body = `<iframe src="${entry.replaceAll('&', '&amp;')}"></iframe>`
  const foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(body)
  }).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const asked = page.waitForRequest(/\/preview\/[^/]+\/about$/)
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
  await asked
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  foreign.close()
  await context.close()
})

test('visitors get no byte of it', async ({ page, lake, refusals }) => {
  await draft(lake, 'about', { title: 'Nobody knows of this' })
  const bodies: string[] = []
  const asked: string[] = []
  page.on('response', (response) => {
    asked.push(response.url())
    if (/html|javascript|json/.test(response.headers()['content-type'] ?? ''))
      void response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      )
  })
  refusals.length = 0
  for (const path of ['/', '/about', '/platform']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(bodies.length).toBeGreaterThan(3)
  expect(asked.filter((url) => /\/preview/.test(url))).toEqual([])
  for (const word of ['data-sanity', 'preview-bar', '/preview/', 'visual-editing', 'Nobody knows of this'])
    expect(bodies.filter((body) => body.includes(word))).toEqual([])
})
