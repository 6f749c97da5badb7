import { landingPage } from '../support/landing-pages.ts'
import { draft, dragInPage, entryTo, openDraft, scrollSettled, shownPage } from './support/preview.ts'
import { box, expect, studioIsBuilt, test, type Lake } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

// Drafts of pages that there is one of: each test leaves none behind.
test.afterEach(async ({ lake }) => {
  for (const id of ['home', 'about', 'contact']) await lake.client.delete(`drafts.${id}`)
})

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

test('a page stays in sight in Pages while its address is written', async ({ page, lake }) => {
  const call = { _type: 'callBlock', _key: 'call', title: 'Save your seat.', hidden: false }
  const { _id, _rev, _createdAt, _updatedAt, ...fields } = landingPage('beside-six', { blocks: [call] })
  const id = await lake.plant(fields)
  await page.goto(`/studio/presentation/landingPage/${id}?preview=/beside-six`)
  await expect((await shownPage(page)).getByText('Save your seat.')).toBeVisible()
  await box(page, 'slug').fill('beside-ten')
  const slug = () => lake.client.fetch<string>('*[_id == $id][0].slug.current', { id: `drafts.${id}` })
  await expect.poll(slug).toBe('beside-ten')
  await draft(lake, id, { blocks: [{ ...call, title: 'Seats are gone.' }] })
  await expect(page.frameLocator('iframe').getByText('Seats are gone.')).toBeVisible()

  // So does its form, though the Studio asks anew which document is at an address that the draft has left.
  await expect(page).toHaveURL(/preview=http/)
  const asked = page.waitForResponse((response) => response.url().includes('use-main-document'))
  const frame = page.frameLocator('iframe').locator('body')
  await frame.evaluate(() => location.assign('#main'))
  await (await asked).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await box(page, 'slug').fill('beside-twelve')
  await expect.poll(slug).toBe('beside-twelve')
})

/** The order of a list of the home page: in its draft, or as it is published. */
async function orderOf({ client }: Lake, path: string): Promise<string[]> {
  return client.fetch(`coalesce(*[_id == "drafts.home"][0], *[_id == "home"][0]).${path}`)
}

test('a group of questions is dragged to another place in the page', async ({ page, lake }) => {
  const list = 'faq.groups[]._ref'
  const [first, second, ...others] = await orderOf(lake, list)
  await page.goto('/studio/presentation?preview=/')
  const groups = (await shownPage(page)).locator('#faq details')
  await expect(groups).toHaveCount(others.length + 2)
  await expect(page.getByTestId('form-view')).toBeVisible()
  await dragInPage(page, {
    from: groups.nth(0),
    to: groups.nth(1),
    // Again in each try: a frame that the Studio has replaced shows the page from its top.
    prepare: () =>
      groups.first().evaluate(() => {
        for (const group of document.querySelectorAll<HTMLDetailsElement>('#faq details')) group.open = false
        document.querySelector('#faq')?.scrollIntoView()
      }),
    order: () => orderOf(lake, list),
    wanted: [second, first, ...others],
  })
})

test('logos stand still while the page is edited: they are dragged, open what they name, and Pause works', async ({
  page,
  lake,
}) => {
  const list = 'integrations.items[]._ref'
  const [, second] = await orderOf(lake, list)
  await page.goto('/studio/presentation?preview=/')
  const shown = await shownPage(page)
  const logos = shown.locator('#integrations section > ul > li')
  const prepare = () => logos.first().evaluate((logo) => logo.scrollIntoView({ block: 'center' }))
  await expect(page.getByTestId('form-view')).toBeVisible()
  await expect(shown.locator('sanity-visual-editing [data-draggable]').first()).toBeAttached()
  await expect(logos.first().locator('..')).toHaveCSS('animation-name', 'none')
  await dragInPage(page, {
    from: logos.nth(0),
    to: logos.nth(1),
    prepare,
    // Where in its row it lands is the overlay's to say; it is no longer the first.
    order: async () => (await orderOf(lake, list))[0],
    wanted: second,
  })
  await expect(async () => {
    await prepare()
    await logos.nth(2).locator('img').click({ timeout: 5000 })
    await expect(page).toHaveURL(/\/presentation\/integration\//u, { timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  const pause = shown.locator('#integrations [data-part=toggle]')
  await expect(pause).toHaveText('Pause')
  await pause.click()
  await expect(pause).toHaveText('Play')
})

test('lines of the headline are dragged', async ({ page, lake }) => {
  const [first, second] = await orderOf(lake, 'hero.headline')
  await page.goto('/studio/presentation?preview=/')
  const lines = (await shownPage(page)).locator('h1 > span')
  await expect(page.getByTestId('form-view')).toBeVisible()
  await dragInPage(page, {
    from: lines.nth(0),
    to: lines.nth(1),
    prepare: () => lines.first().evaluate(() => scrollTo(0, 0)),
    order: () => orderOf(lake, 'hero.headline'),
    wanted: [second, first],
  })
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

test('a form in use takes new words, and keeps what was typed', async ({ page, lake, baseURL }) => {
  await openDraft(page, lake.client, baseURL ?? '', '/contact')
  const form = page.getByRole('main').locator('form')
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  await form.getByLabel('Name', { exact: true }).fill('Dana')
  await draft(lake, 'contact', { 'buttons.idle': 'Send it off' })
  await expect(form.getByRole('button', { name: 'Send it off' })).toBeEnabled()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Dana')
})

test('a change that a busy server can’t render yet comes later', async ({
  page,
  lake,
  baseURL,
  refusals,
}) => {
  refusals.push(/^503 .*\/preview\//)
  await openDraft(page, lake.client, baseURL ?? '', '/contact')
  let asked = 0
  await page.route('**/preview/*/contact', (route) => {
    asked += 1
    return asked > 1
      ? route.fallback()
      : route.fulfill({ status: 503, contentType: 'text/html', body: 'Busy' })
  })
  await draft(lake, 'contact', { title: 'Not at once' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not at once')
  expect(asked).toBeGreaterThan(1)
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

/** What a stream of changes says once the token of its page has a younger one. */
function renewTo(base: string) {
  const body = `event: renew\ndata: ${JSON.stringify({ base })}\n\n`
  return { contentType: 'text/event-stream', body }
}

test('a page that stays open uses its newest token in links, and says when that has ended', async ({
  page,
  lake,
  baseURL,
  request,
  refusals,
}) => {
  const enter = async (path: string) => {
    const entry = await request.get(await entryTo(lake.client, baseURL ?? '', path), { maxRedirects: 0 })
    return (entry.headers()['location'] ?? '').replace(/\/about$/u, '')
  }
  const [first, second] = [await enter('/about'), await enter('/about')]
  await page.route(`**${first}/-/events`, (route) => route.fulfill(renewTo(second)), { times: 1 })
  await page.goto(`${first}/about`)
  await expect(page).toHaveURL(`${second}/about`)
  const compare = page.locator('preview-bar').getByRole('link', { name: 'Compare' })
  await expect(compare).toHaveAttribute('href', `${second}/-/compare/about`)
  await page.locator('footer').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL(`${second}/contact`)

  // A token that nobody signed is over as one of yesterday is.
  refusals.push(/^404 .*\/preview\/over\/-\/events$/u)
  await page.route(`**${first}/-/events`, (route) => route.fulfill(renewTo('/preview/over')))
  await page.goto(`${first}/about`)
  await expect(page.locator('preview-bar').getByRole('status')).toHaveText(
    'Open the preview from the Studio again.',
  )
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

test('none of it is sent to visitors', async ({ page, lake, refusals }) => {
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
