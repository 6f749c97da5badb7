import { openCalculator } from './support/roi.ts'
import { expect, test } from './support/test.ts'

test('the address changes by the share button only, and opens with the same inputs', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { field } = await openCalculator(page)
  await field('Team size').fill('25')
  await expect(page).toHaveURL(/#roi$/)
  await page.getByRole('button', { name: 'Copy link to this result' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(page.url())
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByRole('textbox', { name: 'Team size' })).toHaveValue('25')
  await expect(other.getByRole('heading', { name: 'Do the sum yourself.' })).toBeInViewport()
})

test('with a result in the address, a reload and Back return to where the page was left', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#roi?hours=3&rate=40&runs=50&people=10')
  await expect(page.locator('#roi')).toBeInViewport()
  const faq = page.locator('#faq')
  const leave = async () => {
    await faq.evaluate((section) => section.scrollIntoView())
    await expect(faq).toBeInViewport()
  }
  // What marks a section comes with what would lead to the calculator.
  const current = page.locator('[data-behaviour=rail] [aria-current]')
  const expectThere = () => expect(current).toHaveAttribute('data-section', 'faq')
  await leave()
  await page.reload()
  await expectThere()
  await leave()
  await page.goto('/about')
  await page.goBack()
  await expectThere()
})

test('Back to a result in the address keeps what was typed since, and the place; another result is read', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#roi?hours=3&rate=40&runs=50&people=10')
  const people = page.getByRole('textbox', { name: 'Team size' })
  await expect(people).toHaveValue('10')
  await people.fill('75')
  const faq = page.locator('#faq')
  await faq.evaluate((section) => section.scrollIntoView())
  await expect(faq).toBeInViewport()
  const place = await page.evaluate(() => scrollY)
  await page.evaluate(() => {
    location.hash = 'security'
  })
  await expect(page.locator('#security')).toBeInViewport()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(place, -2)
  await expect(people).toHaveValue('75')
  await page.evaluate(() => {
    location.hash = 'roi?hours=3&rate=40&runs=50&people=20'
  })
  await expect(people).toHaveValue('20')
  await expect(page.locator('#roi')).toBeInViewport()
})

test('a number below the least is lifted to it, and a link to the result has it so', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { field, total } = await openCalculator(page)
  const people = field('Team size')
  await people.clear()
  await people.pressSequentially('-5')
  await expect(total).toHaveText('$0')
  await expect(people).toHaveAttribute('aria-invalid', 'false')
  await people.blur()
  await expect(people).toHaveValue('1')
  await expect(total).toHaveText('$48,000')
  await people.fill('-5')
  const share = page.getByRole('button', { name: 'Copy link to this result' })
  await share.dispatchEvent('click')
  await expect(page).toHaveURL(/#roi\?hours=2&rate=40&runs=50&people=1$/)
})

for (const [name, refuses] of [
  ['refuses to copy', true],
  ['has no clipboard', false],
] as const)
  test(`a browser that ${name} has the link in its address bar, and the page says so`, async ({ page }) => {
    await page.addInitScript((hasOne) => {
      const value = hasOne
        ? { writeText: () => Promise.reject(new DOMException('Denied.', 'NotAllowedError')) }
        : undefined
      Object.defineProperty(navigator, 'clipboard', { value })
    }, refuses)
    const { field } = await openCalculator(page)
    await field('Team size').fill('25')
    await page.getByRole('button', { name: 'Copy link to this result' }).click()
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Copy the link from the address bar.' }),
    ).toBeVisible()
    await expect(page).toHaveURL(/#roi\?hours=2&rate=40&runs=50&people=25$/)
  })
