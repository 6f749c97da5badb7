import { test as plain, type Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const message = { name: 'Dana', email: 'dana@company.com', message: 'Could you call us?\nThank you.' }

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(message.name)
  await page.getByLabel('Email', { exact: true }).fill(message.email)
  await page.getByLabel('Message', { exact: true }).fill(message.message)
}

/** Answers in the API's place and counts what was posted. */
async function watchContact(page: Page, answer: () => number | 'offline' | 'never') {
  const posts: Record<string, string>[] = []
  await page.route('**/api/contact', async (route) => {
    posts.push(route.request().postDataJSON() as Record<string, string>)
    const status = answer()
    if (status === 'offline') return route.abort('internetdisconnected')
    if (status === 'never') return undefined
    return route.fulfill({ status, json: {} })
  })
  return posts
}

test('a message reaches the API, is confirmed, and leaves an empty form', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByLabel('Message', { exact: true })).toHaveAttribute('rows', '5')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText("Message sent! We'll be in touch within 24 hours.")).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
})

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

test('whether the field was filled in that people don’t see is told beside the message', async ({ page }) => {
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

test('the privacy policy is a click away, and what was typed stays', async ({ page, context }) => {
  await page.goto('/contact')
  await fillIn(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message)
})

test('while it is sending the button says so and is disabled', async ({ page }) => {
  await watchContact(page, () => 'never')
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeFocused()
})

// Failed requests are logged by the browser, so these don't ask for a silent console.
plain.describe('when it fails', () => {
  for (const answer of [400, 413, 429, 500, 503, 'offline'] as const) {
    plain(`(${answer}) the text stays, and the address is offered`, async ({ page }) => {
      let now: number | 'offline' = answer
      await watchContact(page, () => now)
      await page.goto('/contact')
      await fillIn(page)
      await page.getByRole('button', { name: 'Send Message' }).click()
      const error = page.getByText('Something went wrong. Please email us directly at the sales address.')
      await expect(error).toBeVisible()
      await expect(page.getByRole('link', { name: 'the sales address' })).toHaveAttribute(
        'href',
        'mailto:sales@example.com',
      )
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message)

      now = 200
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText(/^Message sent!/)).toBeVisible()
      await expect(error).toBeHidden()
    })
  }

  plain('to load the bot check, the label stays, and loading is tried again online', async ({ page }) => {
    let blocked = true
    await page.route('**/api/bot-check/client.js', (route) => (blocked ? route.abort() : route.continue()))
    await page.goto('/contact')
    await expect(page.getByText(/^The bot check has not loaded/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Loading reCAPTCHA...' })).toBeDisabled()
    blocked = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
    await expect(page.getByText(/^The bot check has not loaded/)).toBeHidden()
  })

  for (const [name, pattern] of [
    ['the bot check’s', '**/api/bot-check/client.js'],
    ['the form’s', '**/assets/contact-form.behaviour-*.js'],
    ['every', '**/assets/*.js'],
  ] as const) {
    plain(`as ${name} script hangs, the address is offered and what was typed stays`, async ({ page }) => {
      await page.route(pattern, () => undefined)
      await page.goto('/contact', { waitUntil: 'commit' })
      await fillIn(page)
      const words = page.getByText(/^The bot check has not loaded/)
      // What is shown after ten seconds is an animation, which works where no script does.
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
      await expect(words).toBeVisible()
      await expect(words.getByRole('link', { name: 'sales@example.com' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Loading reCAPTCHA...' })).toBeDisabled()
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message)
    })
  }

  plain('to load what sends, the text stays, and the address is offered', async ({ page }) => {
    await page.route('**/assets/contact-submit-*.js', (route) => route.abort())
    await page.goto('/contact')
    await fillIn(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText(/^Something went wrong/)).toBeVisible()
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message)
  })

  for (const answer of [429, 503, 'abort'] as const) {
    plain(
      `as the bot check is refused (${answer}), the text stays and the address is offered`,
      async ({ page }) => {
        await page.route('**/api/bot-check/challenge*', (route) =>
          answer === 'abort' ? route.abort() : route.fulfill({ status: answer, json: {} }),
        )
        await page.goto('/contact')
        await fillIn(page)
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText(/^Something went wrong/)).toBeVisible()
        await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message)
        await page.unroute('**/api/bot-check/challenge*')
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText(/^Message sent!/)).toBeVisible()
      },
    )
  }
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
})

test('a result stays while the next message is written', async ({ page }) => {
  await watchContact(page, () => 200)
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
  await fillIn(page)
  await expect(page.getByText(/^Message sent!/)).toBeVisible()
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

plain('an answer that is no JSON counts as a failure', async ({ page }) => {
  await page.route('**/api/contact', (route) => route.fulfill({ status: 200, body: 'Fine' }))
  await page.goto('/contact')
  await fillIn(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/^Something went wrong/)).toBeVisible()
})

plain('a bot check that does not load is logged', async ({ page }) => {
  await page.route('**/api/bot-check/client.js', (route) => route.abort())
  const logged = page.waitForEvent('console', (line) =>
    line.text().includes('bot check’s script did not load'),
  )
  await page.goto('/contact')
  expect((await logged).type()).toBe('warning')
})
