import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, toListener, type Listening } from '../../../../api/http/http-server.ts'
import { findChromium } from '../../../support/chromium.ts'
import { newApp } from '../../support/app.ts'

const { app, forms, post } = newApp()
let browser: Browser
let listening: Listening

/** As strict as the site's pages: no inline script, no blob, no eval, and a policy for each script address. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types bot-check',
].join(';')

beforeAll(async () => {
  const opened = await listen(toListener(app.fetch), { port: 0, host: '127.0.0.1', headers: new Map() })
  listening = opened
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser.close()
  await listening.drain(0)
  await forms.close()
})

interface Scope {
  grecaptcha: {
    ready(callback: () => void): void
    execute(siteKey: string, options: { action: string }): Promise<string>
  }
}

/** A page with the script, as from an origin; what the browser complains of is kept. */
async function open(origin: string) {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  // A name of its own leads nowhere: what is asked for there is fetched here.
  if (origin !== listening.url)
    await page.route('**/api/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${listening.url}${pathname}${search}` }) })
    })
  await page.route('**/page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><link rel="icon" href="data:,"><script src="/api/bot-check/client.js"></script>',
    }),
  )
  await page.goto(`${origin}/page`)
  return { page, complaints }
}

test('the script solves the task in a worker under a strict policy, with the interface of reCAPTCHA', async () => {
  const { page, complaints } = await open(listening.url)
  const token = await page.evaluate(async () => {
    const { grecaptcha } = globalThis as unknown as Scope
    await new Promise<void>((resolve) => {
      grecaptcha.ready(resolve)
    })
    return grecaptcha.execute('', { action: 'submit' })
  })
  expect(complaints).toEqual([])
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello', age: 9_000 }
  expect((await post('/api/contact', { ...message, token })).status).toBe(201)
  expect((await post('/api/contact', { ...message, token })).status).toBe(403)
})

test('without the browser’s cryptography, as on plain HTTP, the check fails and says so', async () => {
  const { page } = await open('http://plain.example')
  const outcome = await page.evaluate(() => {
    const { grecaptcha } = globalThis as unknown as Scope
    return grecaptcha.execute('', { action: 'submit' }).catch((error: unknown) => String(error))
  })
  expect(outcome).toBe('Error: The bot check could not run.')
})
