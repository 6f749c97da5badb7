import { axeFindings } from './support/axe.ts'
import { watchShifts } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { entry, openPopup, reserve, watchWaitlist } from './support/waitlist.ts'

test('three steps: email, details, done', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await expect(dialog.getByRole('heading', { name: 'Be the first to get early access' })).toBeVisible()
  await expect(dialog.getByLabel('Work email')).toBeFocused()
  await expect(dialog.getByRole('list', { name: 'Step 1 of 3: Email' })).toBeVisible()

  await reserve(dialog)
  expect(posts).toEqual([])

  await dialog.getByLabel('First name').fill('Dana')
  await dialog.getByLabel('Company', { exact: true }).fill('Acme')
  await dialog.getByLabel('Role / Title').fill('CFO')
  await dialog.getByText('11-50').click()
  await dialog.getByLabel('What would you like to put on the record?').fill('Close notes')
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Follow us on LinkedIn' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(posts).toHaveLength(1)
  expect(posts[0]).toMatchObject({
    body: entry({
      firstName: 'Dana',
      company: 'Acme',
      role: 'CFO',
      companySize: '11-50',
      useCase: 'Close notes',
    }),
    from: 'hero',
    wanted: null,
  })
})

test('no line of the thanks is a lone word', async ({ page }) => {
  await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  const lines = await dialog
    .getByRole('heading', { name: "Thanks — you're officially in!" })
    .evaluate((title) => {
      const text = document.createRange()
      text.selectNodeContents(title)
      return [...text.getClientRects()].map(({ width }) => width)
    })
  expect(Math.min(...lines) / Math.max(...lines)).toBeGreaterThan(0.5)
})

test('reaches the API', { tag: '@firefox' }, async ({ page }) => {
  const dialog = await openPopup(page)
  await reserve(dialog, `dana-${Date.now()}@company.com`)
  const answered = page.waitForResponse('**/api/waitlist?*')
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  expect((await answered).ok()).toBe(true)
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
})

test('a pointer that approaches renders it hidden, and a click shows it as new', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const near = new Date('2026-01-01T12:00:00Z')
  await page.goto('/')
  await page.clock.setFixedTime(near)
  const entries = await page.evaluate(() => history.length)
  const control = page.getByRole('link', { name: 'Get Early Access' }).first()
  await control.hover()
  const popup = page.locator('[role=dialog]')
  await expect(popup).toBeAttached()
  await expect(popup).toBeHidden()
  expect(await page.evaluate(() => [document.activeElement?.tagName, history.length])).toEqual([
    'BODY',
    entries,
  ])
  await expect(page.locator('html')).not.toHaveAttribute('data-locked')

  await page.clock.setFixedTime(near.getTime() + 60_000)
  await control.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Work email')).toBeFocused()
  // It was drawn for the header's link, which offers a demo.
  await expect(dialog).toHaveAccessibleDescription(/^Leave your email\. The/)
  await reserve(dialog)
  await page.keyboard.press('Escape')
  await expect.poll(() => posts).toMatchObject([{ body: entry(), from: 'hero', wanted: null, age: 0 }])
})

test('two clicks in a row open it once, and one Back closes it', async ({ page }) => {
  await page.goto('/')
  const entries = await page.evaluate(() => history.length)
  const control = page.getByRole('link', { name: 'Get Early Access' }).first()
  await control.evaluate((link: HTMLElement) => {
    link.click()
    link.click()
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Work email').fill('dana')
  await expect(dialog.getByLabel('Work email')).toHaveValue('dana')
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('an email that can’t be delivered is explained and keeps the step', async ({ page }) => {
  await watchWaitlist(page)
  const dialog = await openPopup(page)
  const email = dialog.getByLabel('Work email')
  for (const bad of ['', 'dana', 'dana@company.', 'dana@@company.com']) {
    await email.fill(bad)
    await dialog.getByRole('button', { name: 'Reserve My Spot' }).click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(
      bad === '' ? 'Fill in this field.' : /^Enter an email address with a name and a domain/,
    )
  }
})

test('while it is sending, inputs and close are disabled and nothing closes it', async ({ page }) => {
  const { posts, answerWith } = await watchWaitlist(page)
  answerWith('never')
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByLabel('Role / Title').press('Enter')
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('First name')).toBeDisabled()
  await expect(dialog.getByRole('radio', { name: '11-50' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Close dialog' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 300)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('step 1 says what closing does, and where the privacy policy is', async ({ page, context }) => {
  await watchWaitlist(page)
  const dialog = await openPopup(page)
  await expect(
    dialog.getByText('If you close this with an email filled in, we receive it too.'),
  ).toBeVisible()
  await dialog.getByLabel('Work email').fill('dana@company.com')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(dialog.getByLabel('Work email')).toHaveValue('dana@company.com')
})

test('a@b is an address, as it is to browsers', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog, 'a@b')
  await page.keyboard.press('Escape')
  await expect.poll(() => posts.map(({ body }) => body)).toEqual([entry({ email: 'a@b' })])
})

test('works by keyboard alone, and keeps the focus inside', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones have no Tab key.')
  const { posts } = await watchWaitlist(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Early Access' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Work email')).toBeFocused()
  await page.keyboard.type('dana@company.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: "You're on the list!" })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Change' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dana')
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await dialog.getByRole('radio', { name: '1-10' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '11-50' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(posts.map(({ body }) => body)).toEqual([entry({ firstName: 'Dana', companySize: '11-50' })])
})

test('the page behind stays where it is, without a shift', { tag: '@firefox' }, async ({ page }) => {
  await watchWaitlist(page)
  await page.goto('/about')
  const shifts = await watchShifts(page)
  await page.getByRole('link', { name: 'Join Waitlist' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  const dialog = page.getByRole('dialog')
  await reserve(dialog)
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(5, 400)
  await page.mouse.wheel(0, 600)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  expect(await shifts()).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing at any step in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await watchWaitlist(page)
    const dialog = await openPopup(page)
    await dialog.getByRole('button', { name: 'Reserve My Spot' }).click()
    await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(1)
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await reserve(dialog)
    await dialog.getByText('11-50').click()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
    await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  })
}

test('without scripts its controls lead to the plain form', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/about`)
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  await expect(page).toHaveURL(`${baseURL}/#join`)
  await expect(page.getByLabel('Work email')).toBeVisible()
  await context.close()
})
