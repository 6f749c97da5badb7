import type { Page } from '@playwright/test'
import { newBuiltStudio } from '../support/built-site.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'
import { box, expect, publish, studioIsBuilt, test as base } from './support/studio.ts'

const TOKEN = 'a-token-for-the-editors'
const headers = { authorization: `Bearer ${TOKEN}` }

const test = base.extend<object, { site: OwnSite }>({
  site: [
    async ({ browserName }, provide) => {
      expect(browserName).toBe('chromium')
      const folder = await newBuiltStudio()
      const site = await startOwnSite(folder, 'api/server.ts', { LAKE_TOKEN: TOKEN })
      await studioIsBuilt(site.url)
      await provide(site)
      await site.kill()
      removeSiteFolder(folder)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, provide) => provide(site.url),
})

test.describe.configure({ mode: 'serial' })

async function signIn(page: Page): Promise<void> {
  await page.goto('/studio/structure/about')
  await page.getByRole('link', { name: 'Access token' }).click()
  await page.getByLabel('Access token').fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(box(page, 'title')).toBeEditable()
}

/** The draft of the page about, as a program with the token reads it. */
async function draftOf(baseURL: string | undefined): Promise<string> {
  return (await fetch(`${baseURL}/v1/data/doc/production/drafts.about`, { headers })).text()
}

test('an editor signs in with the token, publishes and sees the page go live', async ({
  page,
  refusals,
  baseURL,
}) => {
  refusals.push(/^401 /)
  await page.goto('/studio/structure/about')
  await page.getByRole('link', { name: 'Access token' }).click()
  await expect(page.getByLabel('Access token')).toBeFocused()
  await page.keyboard.type('not the token')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'This is not the access token that the site was started with.',
  )
  const field = page.getByLabel('Access token')
  await expect(field).toHaveAccessibleDescription(/^This is not the access token/)
  await field.fill(TOKEN)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio\/structure\/about$/)
  await expect(page.getByTestId('form-view')).toBeVisible()

  await box(page, 'title').fill('The engine behind the door')
  await expect.poll(() => draftOf(baseURL)).toContain('The engine behind the door')
  await publish(page)
  const receipt = page.getByRole('status', { name: 'Publish receipt' })
  await expect(receipt).toContainText(/Live in [\d.]+ s/u)
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The engine behind the door')
})

test('what is typed as the session ends is kept until the editor is back', async ({
  page,
  refusals,
  baseURL,
}) => {
  refusals.push(/^401 /)
  await signIn(page)
  // The Studio reads at any moment: a read that is refused shows the dialog, and nobody can type below that.
  const ended = Promise.withResolvers<void>()
  await page.route('**/data/actions/**', async (route) => {
    await ended.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/data/actions/**')
  await box(page, 'title').fill('Typed when nobody was signed in')
  await asked
  expect((await fetch(`${baseURL}/v1/auth/logout?all=true`, { method: 'POST', headers })).status).toBe(204)
  ended.resolve()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await page.keyboard.type(' any more')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await expect(dialog.getByLabel('Access token')).toHaveValue('')
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Access token').fill('not the token')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/This is not the access token/)
  await dialog.getByLabel('Access token').fill(TOKEN)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(box(page, 'title')).toHaveValue('Typed when nobody was signed in')
  await expect(box(page, 'title')).toBeFocused()
  // The Studio lets nobody type until it follows the document again.
  await expect(async () => {
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await expect(box(page, 'title')).toHaveValue(/signed in!+$/, { timeout: 1_000 })
  }).toPass()
  await expect.poll(() => draftOf(baseURL)).toContain('Typed when nobody was signed in!')
})

test('with a session that has ended, the Studio opens at its sign-in', async ({
  page,
  refusals,
  baseURL,
}) => {
  refusals.push(/^401 /)
  await signIn(page)
  await fetch(`${baseURL}/v1/auth/logout?all=true`, { method: 'POST', headers })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Access token' })).toBeVisible()
})

test('signing out shows the sign-in again, and ends the session', async ({ page, refusals, context }) => {
  refusals.push(/^401 /)
  await signIn(page)
  const [session] = await context.cookies()
  await page.locator('#user-menu').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Access token' })).toBeVisible()
  const cookie = `lake_session=${session?.value}`
  expect((await page.request.get('/v1/users/me', { headers: { cookie } })).status()).toBe(401)
})
