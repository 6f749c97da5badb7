import { testWithPeople, TOKEN } from './support/people-site.ts'
import { expect } from './support/studio.ts'
import { openSubmissions } from './support/submissions.ts'

const test = testWithPeople()

// One server is enough for both.
test.describe.configure({ mode: 'serial' })

async function join(url: string, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/waitlist`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email }),
  })
  expect(answer.status).toBe(201)
}

test('a submission that somebody else erases while it is open says so, and shows nothing of it any more', async ({
  page,
  site,
  refusals,
}) => {
  refusals.push(/^401 /, /^404 .*\/api\/submissions\//)
  await join(site.url, 'hedy@example.com')
  await openSubmissions(page, TOKEN)
  const ofHedy = page.getByRole('button', { name: /hedy@example\.com/u })
  const asked = page.waitForRequest(/\/api\/submissions\/(?!search|news)[^/]+$/u)
  await ofHedy.click()
  const target = (await asked).url()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Half a note')
  await dialog.getByRole('button', { name: 'Erase…' }).click()
  await expect(dialog).toHaveCount(2)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
  const body = JSON.stringify({ reason: 'asked' })
  expect((await fetch(`${target}/erase`, { method: 'POST', headers, body })).status).toBe(200)
  await expect(dialog).toHaveCount(1)
  await expect(dialog).toHaveText(
    /^Erased\s*This submission is no longer here: somebody erased it\.\s*Close$/u,
  )
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(ofHedy).toHaveCount(0)
})

test('an address leads to a submission or to the figures, and the way back closes what was opened', async ({
  page,
  site,
  refusals,
}) => {
  refusals.push(/^401 /)
  await join(site.url, 'radia@example.com')
  await openSubmissions(page, TOKEN)
  const ofRadia = page.getByRole('button', { name: /radia@example\.com/u })
  const dialog = page.getByRole('dialog', { name: 'Waitlist' })
  await ofRadia.click()
  await expect(dialog).toContainText('radia@example.com')
  await page.reload()
  await expect(dialog).toContainText('radia@example.com')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(ofRadia).toBeVisible()
  await page.goForward()
  await expect(dialog).toContainText('radia@example.com')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/studio\/submissions$/u)
  await page.getByRole('tab', { name: 'Figures' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Figures' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(ofRadia).toBeVisible()
})
