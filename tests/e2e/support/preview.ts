import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { SanityClient, SanityDocument } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { isDeepStrictEqual } from 'node:util'
import { expect, type Lake } from './studio.ts'

/** The address that leads into the drafts, as the Studio makes it. */
export async function entryTo(client: SanityClient, baseURL: string, page: string): Promise<string> {
  const { secret } = await createPreviewSecret(client, 'tests', `${baseURL}/studio`, 'tests')
  const query = new URLSearchParams({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': page })
  return `${baseURL}/api/preview/enter?${query.toString()}`
}

/** Changes the draft of a published document, and creates it first if there is none. */
export async function draft({ client }: Lake, id: string, fields: Record<string, unknown>): Promise<void> {
  const published = await client.getDocument<SanityDocument>(id)
  if (!published) throw new Error(`The launch content has no ${id}.`)
  await client.createIfNotExists({ ...published, _id: `drafts.${id}` })
  await client.patch(`drafts.${id}`).set(fields).commit()
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
 * The draft page in the Studio's frame. The Studio replaces the frame while it settles, so keep no handles: look it up
 * each time.
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

interface Drag {
  from: Locator
  to: Locator
  /** Brings both into sight, at once. */
  prepare: () => Promise<unknown>
  order: () => Promise<unknown>
  wanted: unknown
}

/** Drags something in the page that the Studio shows, past the end of another one, until that is the order. */
export async function dragInPage(page: Page, { from, to, prepare, order, wanted }: Drag): Promise<void> {
  await expect(async () => {
    // Another drag would undo one that took effect late.
    if (isDeepStrictEqual(await order(), wanted)) return
    await from.evaluate(() => {
      document.documentElement.style.scrollBehavior = 'auto'
    })
    await prepare()
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    if (!start || !end) throw new Error('What is to be dragged is not in the page.')
    const x = start.x + start.width * 0.85
    await page.mouse.move(x, start.y + 3)
    await page.mouse.move(x, start.y + 6, { steps: 5 })
    // The overlay can drag an element a moment after it has outlined it.
    await page.waitForTimeout(500)
    await page.mouse.down()
    await page.mouse.move(end.x + end.width * 0.85, end.y + end.height - 4, { steps: 20 })
    await page.waitForTimeout(200)
    await page.mouse.up()
    await expect.poll(order, { timeout: 10_000 }).toEqual(wanted)
  }).toPass({ timeout: 120_000 })
}
