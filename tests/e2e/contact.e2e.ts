import { fillIn, message, watchContact } from './support/contact.ts'
import { expect, test } from './support/test.ts'

test(
  'a message reaches the API, is confirmed, and leaves an empty form',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByLabel('Message', { exact: true })).toHaveAttribute('rows', '5')
    await fillIn(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText("Message sent! We'll be in touch within 24 hours.")).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
  },
)

test('carries the token of the bot check, and is sent once', async ({ page }) => {
  const posts = await watchContact(page, () => 200)
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  expect(posts).toEqual([{ ...message, token: expect.stringMatching(/.+/) }])
})

test('the bot check is loaded as the page opens', async ({ page }) => {
  const loaded = page.waitForRequest('**/api/bot-check/client.js')
  await page.goto('/contact')
  await loaded
})

test('says what each field needs, and goes to the first', async ({ page }) => {
  const posts = await watchContact(page, () => 200)
  await page.goto('/contact')
  const text = page.getByLabel('Message', { exact: true })
  const send = page.getByRole('button', { name: 'Send Message' })
  await page.getByLabel('Email', { exact: true }).fill('dana')
  await send.evaluate((button) => button.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await send.click()
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  const header = (await page.getByRole('banner').boundingBox())?.height ?? 0
  const label = page.locator('label', { hasText: /^Name$/ })
  await expect.poll(async () => (await label.boundingBox())?.y).toBeGreaterThanOrEqual(header)
  await expect(name).toHaveAccessibleDescription('Fill in this field.')
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toHaveAccessibleDescription(/^Enter an email address/)
  await expect(text).toHaveAccessibleDescription('Fill in this field.')
  await text.fill('a'.repeat(20_001))
  await send.click()
  await expect(text).toHaveAccessibleDescription('Shorten this to 20,000 characters or fewer.')
  await text.fill('Hello')
  await page.getByLabel('Email', { exact: true }).fill('a@b')
  await name.fill('\u200B')
  await send.click()
  await expect(name).toHaveAccessibleDescription('Type this again: some of its characters cannot be shown.')
  expect(posts).toEqual([])
  await name.fill('دانا')
  await expect(name).toHaveCSS('direction', 'rtl')
  await send.click()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  expect(posts).toMatchObject([{ name: 'دانا', email: 'a@b', message: 'Hello' }])
})

test('the message says whether the hidden field was filled in', async ({ page }) => {
  await watchContact(page, () => 200)
  const trapped = async () => {
    await fillIn(page)
    const posted = page.waitForRequest('**/api/contact')
    await page.getByRole('button', { name: 'Send Message' }).click()
    return (await posted).headers()['form-trapped']
  }
  await page.goto('/contact')
  expect(await trapped()).toBeUndefined()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  await page.locator('[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://example.com'
  })
  expect(await trapped()).toBe('1')
})

test(
  'the privacy policy is a click away, and what was typed stays',
  { tag: '@firefox' },
  async ({ page, context }) => {
    await page.goto('/contact')
    await fillIn(page)
    const opened = context.waitForEvent('page')
    await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message)
  },
)

test('while it is sending the button says so and is disabled', async ({ page }) => {
  await watchContact(page, () => 'never')
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeFocused()
})

test('after a reload the button is not enabled before its script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/contact`)
  const button = page.locator('main form [type=submit]')
  await expect(button).toHaveAttribute('disabled')
  // Firefox, which gives a button back what a script made of it, goes by this.
  await expect(button).toHaveAttribute('autocomplete', 'off')
  await context.close()
})

test('the address can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Address copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('sales@example.com')
})

test('without scripts the address stands in for the form', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/contact`)
  await expect(page.getByText('This form needs JavaScript for its bot check.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'sales@example.com' }).last()).toBeVisible()
  await expect(page.getByRole('button', { name: /Send|Loading/ })).toBeHidden()
  await context.close()
})

test('the page has its heading, the sales address and the form', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'sales@example.com' }).first(),
  ).toHaveAttribute('href', 'mailto:sales@example.com')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  // An address within a fact's words is one of them.
  await expect(page.locator('main dd').filter({ hasText: 'Within' })).toHaveCSS('display', 'block')
})

test('a result stays while the next message is written', async ({ page }) => {
  await page.clock.install()
  await watchContact(page, () => 200)
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  await fillIn(page)
  await page.clock.runFor(60_000)
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
})

test('a message that can’t be sent is not told what became of the one before', async ({ page }) => {
  await watchContact(page, () => 200)
  await page.goto('/contact')
  await fillIn(page)
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  await send.click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Fill in this field.')
  await expect(send).toBeEnabled()
  await expect(page.getByText(/^Message sent!/)).toBeHidden()
})

test('a bot check that the page has already is not loaded again, and is run for “submit”', async ({
  page,
}) => {
  const posts = await watchContact(page, () => 200)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(() => {
    Object.assign(window, {
      grecaptcha: {
        ready: (run: () => void) => run(),
        execute: (_key: string, { action }: { action: string }) => Promise.resolve(`token for ${action}`),
      },
    })
  })
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  expect(posts[0]?.['token']).toBe('token for submit')
  expect(asked.filter((url) => url.includes('/api/bot-check/'))).toEqual([])
})
