import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startSmtpSink, type SmtpSink } from '../../faults/support/smtp-sink.ts'
import { newBuiltStudio } from '../../support/built-site.ts'
import { removeSiteFolder, startOwnSite } from '../../support/own-site.ts'
import { expect, studioIsBuilt, test as base } from './studio.ts'

export const TOKEN = 'a-token-for-the-editors'

/** A site of its own whose editors have names, and the mail it sends. */
export interface PeopleSite {
  url: string
  mail: SmtpSink
}

/** @param settings of the site, besides its token and mail server */
export function testWithPeople(settings: Record<string, string> = {}) {
  return base.extend<{ elsewhere: BrowserContext }, { site: PeopleSite }>({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
      async ({}, provide) => {
        const folder = await newBuiltStudio()
        const mail = await startSmtpSink(() => 'accept')
        const site = await startOwnSite(folder, 'api/server.ts', {
          LAKE_TOKEN: TOKEN,
          SMTP_URL: mail.url,
          NOTIFY_EMAIL: 'team@example.com',
          ...settings,
        })
        await studioIsBuilt(site.url)
        await provide({ url: site.url, mail })
        await site.kill('SIGTERM')
        await mail.close()
        removeSiteFolder(folder)
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: async ({ site }, provide) => provide(site.url),
    /** Another browser, of somebody else. */
    elsewhere: async ({ browser, site }, provide) => {
      const context = await browser.newContext({ baseURL: site.url })
      await provide(context)
      await context.close()
    },
  })
}

/** The text of the last mail, once this many have come. */
export async function newestMail({ mail }: PeopleSite, count: number): Promise<string> {
  await expect.poll(() => mail.taken.length).toBe(count)
  // Undoes the line breaks of quoted-printable.
  return (mail.messages.get(mail.taken.at(-1) ?? '') ?? '').replaceAll('=\r\n', '')
}

/** The link in the last mail, at this server's address. */
export async function newestLink(site: PeopleSite, count: number): Promise<string> {
  const text = await newestMail(site, count)
  const link = /\/api\/sign-in\/link#[\w-]{43}/u.exec(text)?.[0]
  expect(link, text).toBeDefined()
  return `${site.url}${link}`
}

/** A browser in which somebody new has signed in. */
export async function signInAs(browser: Browser, site: PeopleSite, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url })
  const before = site.mail.taken.length
  const invitation = { name, email: `${name.toLowerCase()}@example.com`, role: 'editor' }
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await context.request.post('/api/people', { headers, data: invitation })
  expect(answer.ok(), await answer.text()).toBe(true)
  const page = await context.newPage()
  await page.goto(await newestLink(site, before + 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('link', { name: 'Submissions' })).toBeVisible()
  return page
}
