import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import type { FrameLocator, Page } from '@playwright/test'
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

/**
 * The page of drafts in the Studio's frame, once it is there. The Studio replaces the frame while it settles, so
 * nothing of it may be kept: each look finds it anew.
 */
export async function shownPage(page: Page): Promise<FrameLocator> {
  const shown = page.frameLocator('iframe')
  await expect(shown.locator('preview-bar')).toBeAttached()
  return shown
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
