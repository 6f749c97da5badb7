import { expect, test as plain } from '@playwright/test'
import { fillIn, message, watchContact } from './support/contact.ts'

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

  plain('the error stays while the message is changed', async ({ page }) => {
    await page.clock.install()
    await watchContact(page, () => 500)
    await page.goto('/contact')
    await fillIn(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    const error = page.getByText('Something went wrong. Please email us directly at the sales address.')
    await expect(error).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(error).toBeVisible()
    await page.getByLabel('Message', { exact: true }).fill('Could you write to us?')
    await page.clock.runFor(60_000)
    await expect(error).toBeVisible()
  })

  plain('to load the bot check, the label stays, and loading is tried again online', async ({ page }) => {
    let blocked = true
    await page.route('**/api/bot-check/client.js', (route) => (blocked ? route.abort() : route.continue()))
    await page.goto('/contact')
    await expect(page.getByText(/^The bot check did not load/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Loading reCAPTCHA...' })).toBeDisabled()
    blocked = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
    await expect(page.getByText(/^The bot check did not load/)).toBeHidden()
  })

  for (const [name, pattern] of [
    ['the bot check’s', '**/api/bot-check/client.js'],
    ['the form’s', '**/assets/contact-*.js'],
    ['every', '**/assets/*.js'],
  ] as const) {
    plain(`as ${name} script hangs, the address is offered and what was typed stays`, async ({ page }) => {
      await page.route(pattern, () => undefined)
      await page.goto('/contact', { waitUntil: 'commit' })
      await fillIn(page)
      const words = page.getByText(/^The bot check did not load/)
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
