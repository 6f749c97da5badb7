import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { solveToken } from '../api/support/token.ts'
import { startSmtpSink, type SmtpSink } from '../faults/support/smtp-sink.ts'
import { newBuiltStudio } from '../support/built-site.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'
import { expect, goTo, studioIsBuilt, test as base } from './support/studio.ts'
import { openSubmissions } from './support/submissions.ts'

const TOKEN = 'a-token-for-the-editors'

interface Site {
  url: string
  dataDir: string
  mail: SmtpSink
}

const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide) => {
      const folder = await newBuiltStudio()
      // The first mail is refused for good.
      const mail = await startSmtpSink((attempt) => (attempt === 1 ? 'spam' : 'accept'))
      let site: OwnSite | undefined
      try {
        site = await startOwnSite(folder, 'api/server.ts', {
          LAKE_TOKEN: TOKEN,
          SMTP_URL: mail.url,
          NOTIFY_EMAIL: 'team@example.com',
          RATE_LIMIT: 'off',
        })
        await studioIsBuilt(site.url)
        await provide({ url: site.url, dataDir: path.join(folder, 'data'), mail })
      } finally {
        await site?.kill('SIGTERM')
        await mail.close()
        removeSiteFolder(folder)
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, provide) => provide(site.url),
})

// One server is enough for both.
test.describe.configure({ mode: 'serial' })

async function join(url: string, email: string, more: object = {}): Promise<void> {
  const headers = { 'content-type': 'application/json', referer: `${url}/platform?utm=1` }
  const body = JSON.stringify({ email, ...more })
  const answer = await fetch(`${url}/api/waitlist?from=platform`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
}

async function write(url: string, email: string, message: string): Promise<void> {
  const challenge = await fetch(`${url}/api/bot-check/challenge?action=submit`)
  const token = await solveToken(await challenge.json())
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Grace Hopper', email, message, token })
  expect((await fetch(`${url}/api/contact`, { method: 'POST', headers, body })).status).toBe(201)
}

/** As another editor does, whatever the note says. */
async function keepNote(target: string, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
  const answer = await fetch(target, { method: 'PUT', headers, body: JSON.stringify({ text }) })
  expect(answer.status).toBe(200)
}

test('what visitors send is read, answered, counted and erased in the Studio', async ({
  page,
  site,
  refusals,
}) => {
  refusals.push(/^401 /, /^422 .*\/erase$/)
  const { url, dataDir, mail } = site
  await openSubmissions(page, TOKEN)
  await expect(page.getByText('Nobody has sent anything yet.')).toBeVisible()

  await write(url, 'grace@example.com', 'An unforgettable question')
  const list = page.getByRole('list', { name: 'Submissions' })
  // Read out, it says all that it shows.
  const ofGrace = list.getByRole('button', {
    name: /^Grace Hopper (?:New )?Message.* grace@example\.com An unforgettable question /u,
  })
  await expect(ofGrace).toHaveAccessibleName(/ New /u)
  await expect(page.getByText('1 new since you last looked.')).toBeVisible()
  await join(url, 'ada@example.com', { firstName: 'Ada', companySize: '51-200' })
  await expect(list.getByRole('listitem')).toHaveCount(2)

  await page.getByLabel('Not delivered').check()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(ofGrace).toContainText('Not delivered')
  await page.getByLabel('Not delivered').uncheck()
  await page.getByRole('searchbox', { name: 'Find in submissions' }).fill('unforgettable QUESTION')
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await ofGrace.click()
  const dialog = page.getByRole('dialog', { name: 'Message' })
  const steps = dialog.getByRole('list', { name: 'What became of it' })
  await expect(steps).toContainText('Passed the bot check')
  await expect(steps).toContainText('the mail server refuses this message')
  await dialog.getByRole('button', { name: 'Mail it' }).click()
  await expect(steps.getByText(/^Mailed/u)).toBeVisible()
  await expect.poll(() => [...mail.messages.values()].join('')).toContain('An unforgettable question')
  await dialog.getByLabel('Note').fill('An indelible note')
  // What is typed while the one is kept stays.
  const isTyped = Promise.withResolvers<void>()
  await page.route(
    '**/note',
    async (route) => {
      await isTyped.promise
      await route.continue()
    },
    { times: 1 },
  )
  const isKept = page.waitForResponse('**/note')
  await dialog.getByRole('button', { name: 'Keep the note' }).click()
  await dialog.getByLabel('Note').fill('An indelible note, and more')
  isTyped.resolve()
  await isKept
  await expect(dialog.getByRole('button', { name: 'Keep the note' })).toBeEnabled()
  await expect(dialog.getByLabel('Note')).toHaveValue('An indelible note, and more')
  await dialog.getByRole('button', { name: 'Keep the note' }).click()
  await expect(dialog.getByText(/^Kept .*, Administrator \(token\)$/u)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep the note' })).toBeFocused()
  // Somebody else keeps another one while this one is written.
  const target = (await isKept).url()
  await dialog.getByLabel('Note').fill('Mine')
  await keepNote(target, 'Theirs')
  await expect(dialog.getByText('Administrator (token) wrote meanwhile: “Theirs”')).toBeVisible()
  await expect(dialog.getByLabel('Note')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Leave theirs' }).click()
  await expect(dialog.getByLabel('Note')).toHaveValue('Theirs')
  await dialog.getByLabel('Note').fill('An indelible note, and theirs')
  // What was written is there again when the submission is.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ofGrace).toBeFocused()
  await expect(ofGrace).not.toHaveCSS('box-shadow', 'none')
  await page.getByRole('tab', { name: 'Figures' }).click()
  await page.getByRole('link', { name: 'Guide', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
  await page.getByRole('link', { name: /^Submissions/u }).click()
  await ofGrace.click()
  await expect(dialog.getByLabel('Note')).toHaveValue('An indelible note, and theirs')
  await keepNote(target, '')
  await expect(dialog.getByText('Somebody removed the note meanwhile.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep mine instead' }).click()
  await expect(dialog.getByText(/^Kept .*, Administrator \(token\)$/u)).toBeVisible()
  await expect(dialog.getByLabel('Note')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ofGrace).toContainText('Note')

  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await join(url, 'eve@example.com')
  await page.getByRole('link', { name: 'Submissions (1 new)' }).click()
  await expect(list.getByRole('button', { name: /^eve@example\.com New /u })).toBeVisible()

  await page.getByRole('tab', { name: 'Figures' }).click()
  const rowOf = (table: string, name: string) =>
    page.getByRole('region', { name: table }).getByRole('row').filter({ hasText: name })
  await expect(rowOf('By page', '/platform')).toContainText('/platform20')
  await expect(rowOf('By page', '/contact')).toContainText('/contact01')
  await expect(rowOf('By source', 'Platform page')).toContainText('2')
  await expect(rowOf('By company size', '51-200')).toContainText('1')
  await page.getByText('The days as a table').click()
  await expect(page.getByRole('table', { name: 'Sign-ups a day' }).getByRole('row')).toHaveCount(31)

  await page.getByRole('button', { name: '/contact' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'From /contact' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('tab', { name: 'Figures' }).click()
  await expect(rowOf('By source', 'Platform page')).toContainText('2')

  await page.setViewportSize({ width: 390, height: 844 })
  const main = page.getByRole('main')
  expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'For a spreadsheet' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('"grace@example.com"')

  await page.getByRole('tab', { name: 'Inbox' }).click()
  await list.getByRole('button', { name: /grace@example\.com/u }).click()
  await dialog.getByRole('button', { name: 'Erase…' }).click()
  const sure = page.getByRole('dialog', { name: 'Erase for good?' })
  await expect(sure).toContainText('0 entries and 1 message, with notes')
  const erase = sure.getByRole('button', { name: 'Erase', exact: true })
  await expect(erase).toBeDisabled()
  await sure.getByRole('combobox', { name: /Why\?/u }).selectOption('Asked for by the person')
  await erase.click()
  await expect(page.getByText('Erased: 0 entries and 1 message.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await join(url, 'mary@example.com')
  await expect(page.getByText(/\d new since you last looked\.$/u)).toBeVisible()
  await goTo(page, '/studio/people')
  await page.getByRole('tab', { name: 'Audit list' }).click()
  const acts = page.getByRole('list', { name: 'Audit list' }).getByRole('listitem')
  await expect(acts).toHaveCount(2)
  await expect(acts.first()).toContainText('Asked for by the person')
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith('submissions.sqlite')))
    expect(readFileSync(path.join(dataDir, name), 'latin1'), name).not.toMatch(
      /grace@|Hopper|unforgettable|indelible/iu,
    )
})

test('after signing out, nothing of it stays in the browser', async ({ page, site, refusals }) => {
  refusals.push(/^401 /)
  await join(site.url, 'katherine@example.com', { company: 'Orbital' })
  await openSubmissions(page, TOKEN)
  await expect(page.getByRole('button', { name: /katherine@example\.com/u })).toBeVisible()
  await page.locator('#user-menu').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Access token' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      await caches.keys(),
    ])
  })
  expect(kept).not.toMatch(/katherine|Orbital/iu)
  expect(kept).toMatch(/,\[\]\]$/u)
  await page.goBack()
  await expect(page.getByRole('button', { name: /katherine@example\.com/u })).toHaveCount(0)
})
