// Playwright's own `test`, as a page of the browser itself requests files that are not the site's.
import { expect, test } from '@playwright/test'
import { withWindows } from '../support/chromium.ts'

test.use(withWindows())
test.skip(({ isMobile }) => isMobile, 'The browser is the same at every width.')

test('what Playwright switches off in the browser stays off', async ({ page }) => {
  await page.goto('chrome://version')
  const line = (await page.locator('#command_line').textContent()) ?? ''
  const lists = [...line.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) => list.split(','))
  expect(lists.length, line).toBeGreaterThan(1)
  expect(lists.at(-1)).toEqual(expect.arrayContaining(lists.flat()))
})
