import type { Locator, Page, Response } from '@playwright/test'
import { brotliCompressSync } from 'node:zlib'
import { withWindows } from '../support/chromium.ts'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.use(withWindows())

interface Asked {
  /** Addresses of scripts and fonts, in the order in which they were asked for. */
  scripts: string[]
  fonts: string[]
  /** What the scripts weigh as brotli, once nothing more comes. */
  bytes(): Promise<number>
}

function watchRequests(page: Page): Asked {
  const bodies: Promise<Buffer>[] = []
  let movedAt = performance.now()
  const collect = (response: Response) => {
    movedAt = performance.now()
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  }
  const asked: Asked = {
    scripts: [],
    fonts: [],
    bytes: async () => {
      // `networkidle` is over once it was true, and a hand has more come after it.
      const isQuiet = () => bodies.length === asked.scripts.length && performance.now() - movedAt > IDLE_MS
      await expect.poll(isQuiet, { timeout: 15_000 }).toBe(true)
      // What comes later has no body any more once the test has ended.
      page.off('response', collect)
      const sizes = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length)
      return sizes.reduce((sum, size) => sum + size, 0)
    },
  }
  page.on('request', (request) => {
    movedAt = performance.now()
    if (request.resourceType() === 'script') asked.scripts.push(request.url())
    if (request.resourceType() === 'font') asked.fonts.push(request.url())
  })
  page.on('response', collect)
  return asked
}

/** Longer than the page waits for an idle moment. */
const IDLE_MS = 700

/** Before anybody scrolls or touches it: bytes of the page itself and of its scripts, and how many files these are. */
const AT_REST = {
  '/privacy': { page: 8_000, bytes: 2_000, files: 1 },
  '/': { page: 26_000, bytes: 3_000, files: 2 },
  '/platform': { page: 16_000, bytes: 6_500, files: 3 },
  '/contact': { page: 8_000, bytes: 4_500, files: 3 },
} as const

for (const [path, most] of Object.entries(AT_REST)) {
  test(`${path} is ${most.page} bytes at most, with ${most.bytes} of script and one font`, async ({
    page,
  }) => {
    const asked = watchRequests(page)
    const whole = await (await page.goto(path))?.body()
    expect(brotliCompressSync(whole ?? '').length).toBeLessThanOrEqual(most.page)
    expect(await asked.bytes()).toBeLessThanOrEqual(most.bytes)
    expect(asked.scripts.length, asked.scripts.join()).toBeLessThanOrEqual(most.files)
    expect(asked.fonts).toHaveLength(1)
  })
}

test('a visitor who only reads the home page gets 35 kB of script in a few files, and React only comes with a touch', async ({
  page,
  isMobile,
}) => {
  const asked = watchRequests(page)
  await page.goto('/')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    await page.waitForTimeout(30)
  }
  await expect.poll(() => asked.scripts.some((url) => url.includes('/motion-'))).toBe(true)
  expect(await asked.bytes()).toBeLessThanOrEqual(35_000)
  expect(asked.scripts.length, asked.scripts.join()).toBeLessThanOrEqual(6)
  const react = () => asked.scripts.filter((url) => url.includes('/react-')).length
  expect(react()).toBe(0)

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const control = page.locator('#hero').getByRole('link', { name: 'Get Early Access' })
  const box = await control.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  if (isMobile) {
    // Swipes begin far from it, also near where the open menu has another one.
    await touch(page, 380, 755)
    await page.waitForTimeout(IDLE_MS)
    expect(react()).toBe(0)
    await touch(page, x, y)
  } else await page.mouse.move(x, y - 100)
  await expect.poll(react).toBe(1)
})

/** A finger comes down, and what it does then is not taken for a tap. */
async function touch(page: Page, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
}

test('a finger fetches tooltips for an explanation, and not for a button’s name', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'A mouse shows names as well.')
  // Whatever is tapped stays where it is.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asked = watchRequests(page)
  const tooltips = () => asked.scripts.filter((url) => url.includes('/tooltips')).length
  await page.goto('/#roi')
  const roi = page.locator('#roi')
  const amount = roi.getByRole('textbox').first()
  const before = await amount.inputValue()
  await roi.getByRole('button', { name: 'Increase hours saved per run' }).tap()
  await expect(amount).not.toHaveValue(before)
  await asked.bytes()
  expect(tooltips()).toBe(0)
  await roi.getByRole('button', { name: 'About Hours saved per run' }).tap()
  await expect(page.getByRole('tooltip')).toContainText('Time one person no longer spends')
  expect(tooltips()).toBe(1)
})

test('a visitor who writes in the contact form gets what sends it, and not the popup', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const fetched = (name: string) => scripts.filter((url) => url.includes(`/assets/${name}`)).length
  await page.goto('/contact')
  await page.getByLabel('Message', { exact: true }).pressSequentially('May we see it?')
  await expect.poll(() => fetched('contact-submit-')).toBe(1)
  await page.waitForTimeout(IDLE_MS)
  expect(fetched('react-') + fetched('waitlist')).toBe(0)
  // By keyboard, a hand may be on its way to anything.
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  await expect.poll(() => fetched('waitlist')).toBe(1)
})

test('a visitor who writes before the contact form’s script has come gets what sends it, too', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/contact-(?!submit)/, async (route) => {
    await held
    await route.continue()
  })
  const submit = page.waitForRequest(/\/assets\/contact-submit-/)
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Message', { exact: true }).focus()
  release()
  await submit
})

/** Opens home, of which only the first section comes: what is below it waits for `files` that are held back. */
async function openHomeInPart(page: Page, files: RegExp): Promise<{ control: Locator; release: () => void }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  const control = page.locator('#hero').getByRole('link', { name: 'Get Early Access' })
  await expect(control).toBeVisible()
  await expect(page.locator('#why-now')).toHaveCount(0)
  return { control, release }
}

test('home renders the first view, and responds to a click, before the rules for what is below have loaded', async ({
  page,
}) => {
  const script = page.waitForResponse(/\/assets\/app-[\w-]+\.js$/)
  const { control, release } = await openHomeInPart(page, /\/assets\/below-[\w-]+\.css$/)
  await (await script).finished()
  await control.click({ noWaitAfter: true })
  await expect(control).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.locator('#why-now')).toBeAttached()
  await expect(page.getByRole('dialog').getByLabel('Work email')).toBeFocused()
})

test('a click before any script leads to the form that needs none', async ({ page }) => {
  const { control, release } = await openHomeInPart(page, /\/assets\/(?:below|app)-[\w-]+\.(?:css|js)$/)
  await control.click({ noWaitAfter: true })
  release()
  await expect(page.locator('#join').getByLabel('Work email')).toBeInViewport()
})

test('the first click on a page is acknowledged at once, and opens the popup when its code has loaded', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?:react|radix|waitlist)[\w.-]+\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const control = page.locator('#hero').getByRole('link', { name: 'Get Early Access' })
  await control.click()
  await expect(control).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('dialog').getByLabel('Work email')).toBeFocused()
})

for (const [island, address, selector] of [
  ['waitlist', '/', '#hero [data-waitlist]'],
  ['roi', '/#roi', '[data-island=roi]'],
] as const)
  test(`a click fetches React beside ${island}, and not after it`, async ({ page }) => {
    await page.route(new RegExp(`/assets/${island}\\.island`), () => undefined)
    await page.goto(address, { waitUntil: 'networkidle' })
    const control = page.locator(selector).first()
    await expect(control).toBeInViewport()
    const react = page.waitForRequest(/\/assets\/react[\w.-]+\.js$/)
    // No hand comes near before.
    await control.dispatchEvent('click')
    await react
  })

for (const path of ROUTES) {
  test(`nothing shifts on ${path}, even when the font is late`, async ({ page }) => {
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput) (globalThis as unknown as { shift: number }).shift += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < height; top += 700) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
    }
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
    // To the three decimals that browsers report: the font may arrive late, and differs by a hair.
    expect(Math.round(shift * 1000) / 1000).toBe(0)
  })

  test(`${path} is never wider than the screen`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(path)
    // Back to the narrowest at last: what was laid out in a wide window has to shrink, too.
    for (const width of [320, 390, 768, 1024, 1440, 1920, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const widths = () =>
        page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth])
      await expect.poll(widths, `at ${width} px`).toEqual([width, width])
    }
  })
}
