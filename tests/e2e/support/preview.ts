import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import type { Frame, Page } from '@playwright/test'
import { expect } from './studio.ts'

/** The address that leads into the drafts, as the Studio makes it. */
export async function entryTo(client: SanityClient, baseURL: string, page: string): Promise<string> {
  const { secret } = await createPreviewSecret(client, 'tests', `${baseURL}/studio`, 'tests')
  const query = new URLSearchParams({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': page })
  return `${baseURL}/api/preview/enter?${query.toString()}`
}

/** Opens a page of drafts, and waits until it follows them. */
export async function openDraft(
  page: Page,
  client: SanityClient,
  baseURL: string,
  path: string,
): Promise<void> {
  const following = page.waitForResponse(/\/-\/events$/)
  await page.goto(await entryTo(client, baseURL, path))
  await following
}

/** The frame that the Studio shows the page in. */
export async function pageFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().includes('/preview/'))
  await expect.poll(() => find() !== undefined, { timeout: 60_000 }).toBe(true)
  const frame = find()
  if (!frame) throw new Error('The Studio shows no page.')
  return frame
}

/** Waits until the page stands still, as it scrolls smoothly. */
export async function scrollSettled(page: Page): Promise<number> {
  let last = -1
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => scrollY)
      const isStill = now === last
      last = now
      return isStill
    })
    .toBe(true)
  return last
}
