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

test('the table of contents scrolls to a clause, below the header', async ({ page }) => {
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
  await expect(page.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/#join')
  await page.goto('/not-sent#later')
  await expect(heading).toHaveText('That did not go through.')
  await page.goto('/not-sent#bot-check')
  await expect(heading).toHaveText('This form needs a bot check.')
  await page.goto('/received')
  await expect(heading).toHaveText('You are on the list.')
  await page.goto('/received#demo')
  await expect(heading).toHaveText('Your demo request is in.')
})

test('the skip link leaves a result page’s words as they are', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  for (const [address, words] of [
    ['/received#demo', 'Your demo request is in.'],
    ['/not-sent#bot-check', 'This form needs a bot check.'],
    ['/not-sent#company', 'One field needs another look.'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(heading).toHaveText(words)
    // The address itself leads past the header.
    await expect(skip).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toBeVisible()
  }
  await page.goto('/received')
  await skip.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  await expect(heading).toHaveText('You are on the list.')
})

const CLAUSES = {
  '/privacy': [
    'Information we collect',
    'How we use it',
    'No sale of data',
    'Sharing with service providers',
    'Cookies',
    'Your choices',
  ],
  '/tos': [
    'Agreement',
    'Use of the website',
    'Intellectual property',
    'Disclaimers',
    'Liability',
    'Third-party links',
    'Governing law',
    'Changes',
    'Contact',
  ],
}

for (const [path, titles] of Object.entries(CLAUSES)) {
  test(`${path} has a clause for each subject`, async ({ page }) => {
    await page.goto(path)
    const clauses = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(clauses).toHaveCount(titles.length)
    for (const [index, title] of titles.entries()) await expect(clauses.nth(index)).toContainText(title)
  })
}

test('the privacy policy says what is collected, and where to have it deleted', async ({ page }) => {
  await page.goto('/privacy')
  const main = page.getByRole('main')
  await expect(main).toContainText('request a demo')
  await expect(main).toContainText('your name, email address, company and message')
  await expect(main).toContainText('basic analytics')
  await expect(main).toContainText('We do not sell your personal information.')
  await expect(main.getByText(/delete your information, or to stop contacting you/)).toContainText('@')
})

test('one policy mentions analytics cookies, the other says there are none', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('main')).toContainText('may use analytics cookies')
  await page.goto('/cookies')
  await expect(page.getByRole('main')).toContainText('Essential cookies only')
  await expect(page.getByRole('main')).toContainText('no analytics, advertising or tracking cookies')
})

test('legal pages have no form and no island', async ({ page }) => {
  for (const path of ['/privacy', '/tos', '/cookies']) {
    await page.goto(path)
    await expect(page.getByRole('main').locator('form, button, [data-island], [data-behaviour]')).toHaveCount(
      0,
    )
  }
})
