import type { Response } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import { fillIn, watchContact } from './support/contact.ts'
import { allLaidOut } from './support/layout.ts'
import { openCalculator } from './support/roi.ts'
import { expect, test } from './support/test.ts'
import { openPopup, reserve, watchWaitlist } from './support/waitlist.ts'

/** Takes away what Safari 15.4 and browsers of its time lack, and refuses the selectors that they can't read. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'isWellFormed')
    Reflect.deleteProperty(AbortSignal, 'timeout')
    Reflect.deleteProperty(Element.prototype, 'checkVisibility')
    Reflect.deleteProperty(URL, 'canParse')
    const prototypes: { querySelectorAll: (selectors: string) => NodeListOf<Element> }[] = [
      Document.prototype,
      Element.prototype,
    ]
    for (const prototype of prototypes) {
      const find = prototype.querySelectorAll
      prototype.querySelectorAll = function (selectors) {
        if (selectors.includes(':has(')) throw new DOMException(`No selector: ${selectors}`, 'SyntaxError')
        return find.call(this, selectors)
      }
    }
  })
})

test('an open menu is named, and what it covers can’t be reached', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByLabel('Open menu').click()
  await expect(page.getByLabel('Close menu')).toBeVisible()
  await expect(page.locator('main')).toHaveAttribute('inert')
})

test('a place on the waitlist is sent, and the focus goes back', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByLabel('First name').fill('Dana')
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
  expect(posts).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Get Early Access' }).first()).toBeFocused()
})

test('a message is sent', async ({ page }) => {
  const posts = await watchContact(page, () => 200)
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('the calculator answers, by patterns that they can read', async ({ page }) => {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  const { field, total } = await openCalculator(page)
  await field('Hourly rate').fill('US$ 1 000')
  await expect(total).toHaveText('$12,000,000')
  const texts = await Promise.all(scripts.map((script) => script.text()))
  expect(texts.filter((text) => /\(\?<[=!]/.test(text))).toEqual([])
})

test('styles that Safari before 18 supports only with a prefix, or not at all, have a version for it', async ({
  page,
}) => {
  for (const path of ['/', '/platform']) {
    await page.goto(path)
    const rules = await page.evaluate(async () => {
      const inline = [...document.querySelectorAll('style')].map(({ textContent }) => textContent)
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
      const files = [...links].map(async ({ href }) => (await fetch(href)).text())
      return [...inline, ...(await Promise.all(files))].join('').match(/[^{}]+\{[^{}]+\}/g) ?? []
    })
    const unnamed = rules.filter(
      (rule) => /[{;]backdrop-filter:/.test(rule) && !rule.includes('-webkit-backdrop-filter:'),
    )
    // Of an underline it takes the line alone; its style and width have properties of their own.
    const halfRead = rules.filter((rule) => /[{;]text-decoration:\w+ /.test(rule))
    expect([...unnamed, ...halfRead]).toEqual([])
  }
})

test.describe('without `overflow: clip`', () => {
  // The policy names the styles by their hash.
  test.use({ bypassCSP: true })

  test('what extends beyond the window can’t be scrolled to', async ({ page }) => {
    await page.route(/\/$|\.css$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/overflow(-[xy])?:clip/g, '')
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    await allLaidOut(page)
    await page.mouse.move(200, 400)
    await page.mouse.wheel(300, 300)
    // A phone shows all of what is wider by making it smaller, and scrolls by as much less.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    expect(await page.evaluate(() => scrollX)).toBe(0)
  })
})

test.describe('without alternative texts of generated content', () => {
  // The policy names the styles by their hash.
  test.use({ bypassCSP: true })

  test('a figure shows what it counts', async ({ page }) => {
    await page.route(/\/$|\.css$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/content:[^;{}]*\/ ?''/g, 'content:')
      await route.fulfill({ response, body })
    })
    await page.clock.install({ time: 0 })
    await page.goto('/')
    await stopClock(page)
    const counter = page.getByRole('definition').getByText('9.3', { exact: true })
    await counter.scrollIntoViewIfNeeded()
    await expect(counter).toHaveAttribute('data-count', '0.0')
    expect(await counter.evaluate((figure) => getComputedStyle(figure, '::after').content)).toBe('"0.0"')
  })
})

test.describe('without forced colours', () => {
  // The policy names the styles by their hash.
  test.use({ bypassCSP: true, colorScheme: 'dark' })

  test('the theme is dark where the system’s is, or where it was chosen', async ({ page }) => {
    await page.route(/\/$|\.css$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll('forced-colors', 'unheard-of-colors')
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    const [body, mono] = [page.locator('body'), page.locator('#integrations img').first()]
    const isDark = async () => {
      await expect(body).toHaveCSS('background-color', 'rgb(9, 15, 12)')
      await expect(mono).toHaveCSS('filter', 'invert(1)')
    }
    await isDark()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(body).toHaveCSS('background-color', 'rgb(241, 243, 240)')
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await isDark()
  })
})
