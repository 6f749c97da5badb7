import type { Page } from '@playwright/test'
import { makeWebinar, writeSearch } from './support/landing-form.ts'
import { newestLink, testWithPeople, TOKEN } from './support/people-site.ts'
import { choose, expect, goTo } from './support/studio.ts'
import { reserve } from './support/waitlist.ts'

const test = testWithPeople({ PUBLISH_APPROVAL: 'required' })

const MINUTE_MS = 60_000

/** The next minute that is far enough away for a dialog to be filled in, as the Studio writes it. */
function soon(): { at: number; words: string } {
  const at = Math.ceil((Date.now() + 25_000) / MINUTE_MS) * MINUTE_MS
  const [weekday, month, day, year, time] = new Date(at).toString().split(' ')
  return { at, words: `${month} ${day}, ${year} ${time?.slice(0, 5)}`.replace(`${weekday} `, '') }
}

async function readsSignUp(page: Page, email: string): Promise<void> {
  await goTo(page, '/studio/submissions')
  const list = page.getByRole('list', { name: 'Submissions' })
  await expect(list.getByRole('button', { name: new RegExp(email) })).toBeVisible()
}

test('an editor is invited, builds a page, has it approved and scheduled, and both read its first sign-up', async ({
  page,
  site,
  refusals,
  elsewhere,
}) => {
  test.setTimeout(420_000)
  refusals.push(/^401 /, /^409 .*\/data\/actions\//)
  await goTo(page, '/studio/people')
  await page.getByRole('link', { name: 'Access token' }).click()
  await page.getByLabel('Access token').fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await goTo(page, '/studio/people')
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email address').fill('ada@example.com')
  await form.getByRole('button', { name: 'Invite' }).click()

  const ada = await elsewhere.newPage()
  await ada.goto(await newestLink(site, 1))
  await ada.getByRole('button', { name: 'Sign in' }).click()
  await expect(ada.getByRole('link', { name: 'Submissions' })).toBeVisible()
  await makeWebinar(ada, 'Audit hour', '/audit-hour')
  await writeSearch(ada, 'Audit hour', 'Forty minutes on what an auditor asks.')
  await choose(ada, /^Ready for review/u)

  await goTo(page, '/studio/start')
  await page
    .getByRole('region', { name: 'For review' })
    .getByRole('link', { name: /Audit hour/u })
    .click()
  await choose(page, /^Approve/u)
  await expect(ada.getByText('Approved', { exact: true })).toBeVisible()

  await choose(ada, /^Schedule publish/u)
  const dialog = ada.getByRole('dialog', { name: 'Schedule draft for publishing' })
  const { at, words } = soon()
  await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('textbox').press('Tab')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(ada.getByText(/Scheduled to be published on/u)).toBeVisible()
  const visit = () => ada.request.get('/audit-hour')
  expect((await visit()).status()).toBe(404)
  await expect.poll(async () => (await visit()).status(), { timeout: 180_000 }).toBe(200)
  expect(Date.now()).toBeGreaterThanOrEqual(at)

  const visitor = await elsewhere.newPage()
  await visitor.goto('/audit-hour')
  await visitor.getByRole('main').getByRole('link', { name: 'Save your seat' }).click()
  await reserve(visitor.getByRole('dialog'), 'grace@example.com')
  // What was asked for is sent with the details, or without them when the dialog is closed.
  await visitor.keyboard.press('Escape')
  for (const one of [page, ada]) await readsSignUp(one, 'grace@example\\.com')
})
