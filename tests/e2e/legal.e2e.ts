import { expect, test } from './support/test.ts'

const PAGES = [
  ['/privacy', 'Privacy Policy', 6],
  ['/tos', 'Terms of Service', 9],
  ['/cookies', 'Cookie Policy', 3],
] as const

for (const [path, title, atLeast] of PAGES) {
  test(`${path} has a date, numbered clauses and a list of them`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Last updated: October 2025')).toBeVisible()
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    const clauses = page.getByRole('main').getByRole('heading', { level: 2 })
    const count = await clauses.count()
    expect(count).toBeGreaterThanOrEqual(atLeast)
    await expect(links).toHaveCount(count)
    for (let i = 0; i < count; i++) await expect(clauses.nth(i)).toContainText(`§ ${i + 1}`)
  })
}

test('the list leads to a clause, below the header', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/privacy')
  await page.getByRole('link', { name: 'Your choices' }).click()
  await expect(page).toHaveURL(/#your-choices$/)
  await expect(page.getByRole('heading', { name: 'Your choices' })).toBeInViewport()
})

test('addresses are links and placeholders are marked', async ({ page }) => {
  await page.goto('/privacy')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'privacy@example.com' }).first(),
  ).toHaveAttribute('href', 'mailto:privacy@example.com')
  await page.goto('/tos')
  await expect(page.locator('mark', { hasText: 'Governing law' })).toBeVisible()
})

test('a result page shows one heading, the one for its reason', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/not-sent')
  await expect(heading).toHaveText('One field needs another look.')
  await expect(page.getByRole('link', { name: 'Back to the form' })).toHaveAttribute('href', '/#join')
  await page.goto('/not-sent#bot-check')
  await expect(heading).toHaveText('This form needs a bot check.')
  await page.goto('/received')
  await expect(heading).toHaveText('You are on the list.')
})
