import {
  test as base,
  expect,
  type ConsoleMessage,
  type Locator,
  type Page,
  type Request,
  type Response,
  type WebError,
} from '@playwright/test'
import { createClient, type SanityClient, type SanityDocumentStub } from '@sanity/client'
import { randomUUID } from 'node:crypto'

/** Requests that the Studio sends to the internet whatever its settings. Its page's policy blocks exactly these. */
const BLOCKED = [
  /^https:\/\/design-system-static\.sanity\.io\/.*\.woff2$/,
  /^https:\/\/sanity-cdn\.com\/v1\/modules\/sanity\//,
  /^https:\/\/api\.sanity\.io\/vX\/intake\/feedback$/,
  /^http:\/\/local\.localhost(?::\d+)?\/v[^/]+\/users\/me/,
]

export { expect }

export interface Lake {
  client: SanityClient
  /** Publishes a document for this test, under a unique id. */
  plant(document: { _type: string; [field: string]: unknown }): Promise<string>
}

/**
 * Playwright's test with the Studio in a page and its content at hand. It fails when a request fails that is not
 * expected to be blocked, when a policy blocks anything else, when another host answers, or when the Studio shows its
 * error screen.
 */
export const test = base.extend<{ lake: Lake; refusals: RegExp[] }>({
  // Set up first, so that its documents are deleted last, after the page has closed: a form whose document disappears
  // during an edit ends in the Studio's error screen.
  lake: [
    async ({ baseURL }, provide) => {
      const client = createClient({
        projectId: 'local',
        dataset: 'production',
        apiHost: baseURL ?? '',
        apiVersion: '2025-02-19',
        useProjectHostname: false,
        useCdn: false,
        perspective: 'raw',
      })
      const planted: string[] = []
      await provide({
        client,
        plant: async (document) => {
          const stub: SanityDocumentStub & { _id: string } = { ...document, _id: `test-${randomUUID()}` }
          planted.push(stub._id)
          await client.create(stub)
          return stub._id
        },
      })
      const own = planted.toReversed().flatMap((id) => [`drafts.${id}`, id])
      for (const id of own) await client.delete(id)
    },
    { auto: true },
  ],
  /** Failures that a test provokes, as `409 http://…`. */
  refusals: [
    async ({ page, context, baseURL }, provide) => {
      const wrong: string[] = []
      const refusals: RegExp[] = []
      const bodies = new Map<string, string>()
      const onResponse = (response: Response) => {
        if (!response.url().startsWith(`${baseURL}/`) && !response.url().startsWith(`blob:${baseURL}/`))
          wrong.push(`answer from ${response.url()}`)
        if (response.status() < 400) return
        const line = `${response.status()} ${response.url()}`
        wrong.push(line)
        response.text().then(
          (text) => bodies.set(line, text.slice(0, 300)),
          () => undefined,
        )
      }
      const onFailedRequest = (request: Request) => {
        const reason = request.failure()?.errorText
        // The Studio itself cancels what it no longer needs.
        if (reason === 'net::ERR_ABORTED' || reason === 'NS_BINDING_ABORTED') return
        if (reason === 'csp' && BLOCKED.some((address) => address.test(request.url()))) return
        wrong.push(`${reason} ${request.url()}`)
      }
      const onConsole = (message: ConsoleMessage) => {
        const text = message.text()
        if (!/ violates |requires 'Trusted|Refused to /.test(text)) return
        const address = /https?:\/\/[^\s']*[^\s'.]/.exec(text)?.[0] ?? ''
        if (!BLOCKED.some((blocked) => blocked.test(address))) wrong.push(`policy: ${text}`)
      }
      const onError = (error: WebError) => {
        const { message } = error.error()
        // Firefox reports what the page's policy blocks as errors.
        const blocked = /https?:\/\/\S+(?= because it violates|$)/.exec(message)?.[0] ?? ''
        if (!BLOCKED.some((address) => address.test(blocked))) wrong.push(`error: ${message}`)
      }
      context.on('response', onResponse).on('requestfailed', onFailedRequest)
      context.on('console', onConsole).on('weberror', onError)
      await provide(refusals)
      // On failure, this shows the text of the error screen.
      await expect(page.getByTestId('studio-error-screen')).toHaveText([])
      // The context may outlive the test.
      context.off('response', onResponse).off('requestfailed', onFailedRequest)
      context.off('console', onConsole).off('weberror', onError)
      const unforeseen = wrong.filter((line) => !refusals.some((refusal) => refusal.test(line)))
      expect(unforeseen.map((line) => `${line} ${bodies.get(line) ?? ''}`)).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until the server has built the site and the Studio, either of which may be last. */
export async function studioIsBuilt(baseURL: string): Promise<void> {
  for (const path of ['/', '/studio'])
    await expect
      .poll(async () => (await fetch(baseURL + path)).status, { timeout: 300_000, intervals: [1000] })
      .toBe(200)
}

/** A tool that sends the lake no requests. */
const WITHOUT_FORMS = '/studio/guide'

/**
 * Shows an address of the Studio. If the Studio is open already, this navigates as a link would, in an eighth of the
 * time of a load. It goes by way of a tool without forms, so that the previous form is not mistaken for the new one. A
 * test of the Studio's start needs `page.goto`.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (!(await page.getByTestId('studio-layout').isVisible())) {
    await page.goto(address)
    return
  }
  await leaveForms(page)
  await push(page, address)
}

/** Leaves any open form or dialog of the Studio for a tool without forms. */
export async function leaveForms(page: Page): Promise<void> {
  await push(page, WITHOUT_FORMS)
  await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
}

/** Goes to an address as the browser's Back and Forward do, which the Studio's router follows. */
async function push(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/** Opens a document in the Studio, ready to be typed into. */
export async function openDocument(page: Page, list: string, id?: string): Promise<void> {
  await goTo(page, `/studio/structure/${list}${id ? `;${id}` : ''}`)
  await expect(page.getByTestId('form-view')).toBeVisible()
}

/** The text box of a field, by its path in the document. */
export function box(scope: Page | Locator, path: string): Locator {
  return scope.getByTestId(`field-${path}`).getByRole('textbox')
}

/** Publishes the open document with one click, and waits until the form shows it. */
export async function publish(page: Page): Promise<void> {
  const button = page.getByTestId('action-publish')
  await button.click()
  // Until then its label says what it waits for.
  await expect(button.and(page.locator(':disabled')).filter({ hasText: /^Publish$/ })).toBeVisible()
}

/**
 * Chooses an action from the open document's menu. The Studio closes the menu when it renders the form again, so it is
 * opened again. The timeout of the click must outlast a busy machine: a click that times out may still have happened,
 * and the dialog it opened covers the menu.
 */
export async function choose(page: Page, action: RegExp): Promise<void> {
  const item = page.getByRole('menuitem', { name: action })
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByTestId('action-menu-button').click({ timeout: 5000 })
    await item.click({ timeout: 20_000 })
  }).toPass({ timeout: 120_000 })
}

/** Chooses an action that asks for confirmation, and confirms it. */
export async function chooseAndConfirm(page: Page, action: RegExp): Promise<void> {
  await choose(page, action)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action }).click()
}

/** Reverts the release that is open, at once. */
export async function revertRelease(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revert release' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Immediately revert the release').click()
  await dialog
    .getByRole('button', { name: /revert/i })
    .last()
    .click()
}

/** Drags one handle onto another, in steps, as a hand does and the Studio requires. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  const target = await to.boundingBox()
  if (!target) throw new Error('There is nothing to drag onto.')
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2 + 4, { steps: 20 })
  await page.mouse.up()
}
