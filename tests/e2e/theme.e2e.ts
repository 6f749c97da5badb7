import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const paper = { light: 'rgb(241, 243, 240)', dark: 'rgb(9, 15, 12)' }

test('the first visit follows the system', async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/about')
    await expect(page.locator('body')).toHaveCSS('background-color', paper[theme])
  }
})

test('a choice is kept under the key theme and holds on the next page', async ({ page, isMobile }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark)
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.goto('/contact')
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark)
})

test('a stored choice is applied before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  // The page's own script is held back: only what stands in the head can have set the theme.
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/privacy')
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark)
})

test('a choice in one tab shows in the others', { tag: '@firefox' }, async ({ page, context, isMobile }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/about')
  if (isMobile) await other.getByLabel('Open menu').click()
  await other.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark)
})

test('a page that the browser kept shows the choice made since, as it comes back', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  // A page that Safari kept does not see what other pages have stored since.
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  const comeBack = () =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return getComputedStyle(document.body).backgroundColor
    })
  await expect.poll(comeBack).toBe(paper.dark)
})

test('the browser’s own bars follow a choice', async ({ page, isMobile }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  expect(await colorOfBars(page)).toBe(paper.light)
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  expect(await colorOfBars(page)).toBe(paper.dark)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  expect(await colorOfBars(page)).toBe(paper.light)
})

for (const [theme, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const)
  test(`a stored choice (${theme}) is in the browser’s own bars before the first paint`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/privacy')
    expect(await colorOfBars(page)).toBe(paper[theme])
  })

/** As a browser reads the page: the first colour whose condition holds. */
function colorOfBars(page: Page): Promise<string> {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    const { content = '' } = metas.find(({ media }) => matchMedia(media).matches) ?? {}
    const { style } = Object.assign(document.createElement('i'), { style: `color:${content}` })
    return style.color
  })
}
