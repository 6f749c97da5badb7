import { expect, test, type Page } from '@playwright/test'
import { reserve } from './support/waitlist.ts'

// An entry that can't be sent is logged by the browser, so this journey does not ask for a silent console.

/** Tells the keys that the pages of a visit write, as `theme in local storage`. */
async function watchStorage(page: Page): Promise<ReadonlySet<string>> {
  const written = new Set<string>()
  await page.exposeFunction('tellKey', (key: string) => written.add(key))
  await page.addInitScript(() => {
    const write = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as (
      this: Storage,
      ...entry: [key: string, value: string]
    ) => void
    Storage.prototype.setItem = function (key: string, value: string) {
      const kind = this === localStorage ? 'local' : 'session'
      ;(globalThis as unknown as { tellKey: (text: string) => void }).tellKey(`${key} in ${kind} storage`)
      write.call(this, key, value)
    }
  })
  return written
}

/** The keys that the cookie policy names, in the same words. */
async function keysOfPolicy(page: Page): Promise<string[]> {
  await page.goto('/cookies')
  const items = await page.getByRole('main').getByRole('listitem').allTextContents()
  return items.flatMap((text) => {
    const [, key, kind] = /^“([^”]+)”, in (local|session) storage:/.exec(text) ?? []
    return key && kind ? [`${key} in ${kind} storage`] : []
  })
}

test('the cookie policy names what a visit leaves in the browser, and nothing else', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(isMobile, 'What is stored is the same at every width.')
  test.slow()
  await page.route('**/api/waitlist?*', (route) => route.fulfill({ status: 503, body: '' }))
  const written = await watchStorage(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('textbox', { name: 'Team size' }).fill('12')
  await page.getByRole('button', { name: 'Next example' }).click()
  await page.getByRole('link', { name: 'Get Early Access' }).first().click()
  const dialog = page.getByRole('dialog')
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()

  await page.goto('/contact')
  await page.getByLabel('Name').fill('Dana Scully')
  await page.getByLabel('Email', { exact: true }).fill('dana@company.com')
  await page.getByLabel('Message').fill('Could you tell us more about per-tenant isolation?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText("Message sent! We'll be in touch within 24 hours.")).toBeVisible()

  await page.goto('/platform')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'ROI' }).click()
  await expect(page).toHaveURL(/#roi$/, { timeout: 20_000 })

  expect(await context.cookies()).toEqual([])
  const others = await page.evaluate(async () => [await indexedDB.databases(), await caches.keys()])
  expect(others).toEqual([[], []])
  expect([...written].toSorted()).toEqual((await keysOfPolicy(page)).toSorted())
})
