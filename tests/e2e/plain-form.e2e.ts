import { expect, test, type Page } from '@playwright/test'

// Scripts that don't come are logged by the browser, so these journeys don't ask for a silent console.

async function fillIn(page: Page): Promise<void> {
  const form = page.locator('#join')
  await form.getByLabel('Work email').fill('dana@company.com')
  await form.locator('summary').press('Enter')
  await form.getByLabel('First name').fill('Dana')
  await form.getByLabel('Company', { exact: true }).fill('Acme')
  await form.getByLabel('51-200').press('Space')
  await form.getByLabel('What would you like to put on the record?').fill('Close notes')
}

async function expectTyped(page: Page): Promise<void> {
  const form = page.locator('#join')
  await expect(form.getByLabel('Work email')).toHaveValue('dana@company.com')
  await expect(form.getByLabel('Company', { exact: true })).toHaveValue('Acme')
  await expect(form.getByLabel('51-200')).toBeChecked()
  await expect(form.getByLabel('What would you like to put on the record?')).toHaveValue('Close notes')
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a second button asks for a demo, and the page says that it was', async ({ page }) => {
    await page.goto('/#join')
    await fillIn(page)
    const posted = page.waitForRequest('**/api/waitlist?*')
    await page.locator('#join').getByRole('button', { name: 'Book a Demo' }).press('Enter')
    const { searchParams } = new URL((await posted).url())
    expect(Object.fromEntries(searchParams)).toEqual({ from: 'join', for: 'demo' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your demo request is in.')
  })

  test('a field that the API refuses is named, and Back keeps what was typed', async ({ page }) => {
    await page.goto('/#join')
    await fillIn(page)
    await page.locator('#join').getByLabel('First name').fill('\u200B')
    await page.locator('#join').getByRole('button', { name: 'Reserve My Spot' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One field needs another look.')
    const said = 'First name: Use 200 characters or fewer, and only ones that can be shown.'
    await expect(page.getByText(said)).toBeVisible()
    await expect(page.getByText(/^Company: /)).toBeHidden()
    const words = page.getByText('Back button leads to it with what you typed')
    await expect(words.filter({ visible: true })).toHaveCount(1)
    await page.goBack()
    await expectTyped(page)
  })

  test('a message that can be sent again is said to be, and Back keeps what was typed', async ({ page }) => {
    await page.route('**/api/waitlist?*', (route) =>
      route.fulfill({ status: 303, headers: { location: '/not-sent#later' } }),
    )
    await page.goto('/#join')
    await fillIn(page)
    await page.locator('#join').getByRole('button', { name: 'Reserve My Spot' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That did not go through.')
    await expect(page.getByRole('main').getByRole('link', { name: 'sales@example.com' })).toBeVisible()
    await page.goBack()
    await expectTyped(page)
  })

  test('no fault of the network loses what was typed', async ({ page }) => {
    await page.route('**/api/waitlist?*', (route) => route.abort('connectionrefused'))
    await page.goto('/#join')
    await fillIn(page)
    // What is typed is noted for Back once a second, and a page of the browser's own asks for no last note.
    await page.waitForTimeout(3000)
    await page.locator('#join').getByRole('button', { name: 'Reserve My Spot' }).press('Enter')
    await expect(page).toHaveURL(/^chrome-error:|\/api\/waitlist/)
    await page.goBack()
    await expectTyped(page)
  })
})

test.describe('with scripts that don’t come', () => {
  for (const [name, pattern] of [
    ['the popup’s', '**/assets/waitlist.island-*.js'],
    ['all', '**/assets/*.js'],
  ] as const) {
    test(`(${name}) the controls lead to the plain form`, async ({ page }) => {
      await page.route(pattern, (route) => route.abort())
      await page.goto('/')
      await page.locator('#hero').getByRole('link', { name: 'Get Early Access' }).click()
      await expect(page).toHaveURL('/#join')
      const email = page.locator('#join').getByLabel('Work email')
      await expect(email).toBeInViewport()
      await email.fill(`late-${Date.now()}@company.com`)
      await page.locator('#join').getByRole('button', { name: 'Reserve My Spot' }).press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list.')
    })
  }

  test('the popup’s code is waited for, but not for ever', async ({ page }) => {
    await page.clock.install()
    await page.route('**/assets/waitlist.island-*.js', () => undefined)
    await page.goto('/about')
    const control = page.getByRole('link', { name: 'Join Waitlist' })
    await control.click()
    await expect(control).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(11_000)
    await expect(page).toHaveURL('/#join')
    await expect(page.locator('#join').getByLabel('Work email')).toBeVisible()
  })
})
