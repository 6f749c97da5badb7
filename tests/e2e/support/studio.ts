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

/** What the Studio asks of the internet whatever its settings are; its page's policy blocks exactly these. */
const BLOCKED = [
  /^https:\/\/design-system-static\.sanity\.io\/.*\.woff2$/,
  /^https:\/\/sanity-cdn\.com\/v1\/modules\/sanity\//,
  /^https:\/\/api\.sanity\.io\/vX\/intake\/feedback$/,
  /^http:\/\/local\.localhost(?::\d+)?\/v[^/]+\/users\/me/,
]

export { expect }

export interface Lake {
  client: SanityClient
  /** Publishes a document of the test's own, under an id that nothing else uses. */
  plant(document: { _type: string; [field: string]: unknown }): Promise<string>
}

/**
 * Playwright's test with the Studio in a page and its content at hand. It fails when a request fails that is
 * not on the list of blocked ones, when a policy forbids anything else, when anything outside answers, or when
 * the Studio shows an error screen.
 */
export const test = base.extend<{ lake: Lake; refusals: RegExp[] }>({
  // It is there first, so that its documents go last, when the page is closed: a form whose document goes while an
  // edit is on its way ends in the Studio's error screen.
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
  /** What the lake is asked to refuse in a test, as `409 http://…`. */
  refusals: [
    async ({ page, context, baseURL }, provide) => {
      const wrong: string[] = []
      const refusals: RegExp[] = []
      const onResponse = (response: Response) => {
        if (!response.url().startsWith(`${baseURL}/`) && !response.url().startsWith(`blob:${baseURL}/`))
          wrong.push(`answer from ${response.url()}`)
        if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`)
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
        // Firefox tells of what the page's policy blocks as errors.
        const blocked = /https?:\/\/\S+(?= because it violates|$)/.exec(message)?.[0] ?? ''
        if (!BLOCKED.some((address) => address.test(blocked))) wrong.push(`error: ${message}`)
      }
      context.on('response', onResponse).on('requestfailed', onFailedRequest)
      context.on('console', onConsole).on('weberror', onError)
      await provide(refusals)
      // Says what is on it, where there is one.
      await expect(page.getByTestId('studio-error-screen')).toHaveText([])
      // The context may outlive the test.
      context.off('response', onResponse).off('requestfailed', onFailedRequest)
      context.off('console', onConsole).off('weberror', onError)
      const unforeseen = wrong.filter((line) => !refusals.some((refusal) => refusal.test(line)))
      expect(unforeseen).toEqual([])
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

/** A tool that asks nothing of the lake. */
const WITHOUT_FORMS = '/studio/guide'

/**
 * Shows an address of the Studio. Where the Studio is open already it goes there as by a link, at an eighth of what
 * loading it takes: by way of a tool that has no form, or the form before would be taken for the one asked for. What
 * is to be seen of a Studio that starts needs `page.goto`.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (!(await page.getByTestId('studio-layout').isVisible())) {
    await page.goto(address)
    return
  }
  await leaveForms(page)
  await push(page, address)
}

/** Leaves what is open in the Studio, and with it dialogs, for a tool without forms. */
export async function leaveForms(page: Page): Promise<void> {
  await push(page, WITHOUT_FORMS)
  await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
}

/** Goes to an address as the browser's own buttons do: the Studio's router follows them. */
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

/** Publishes what is open with one click, and waits until the form knows. */
export async function publish(page: Page): Promise<void> {
  const button = page.getByTestId('action-publish')
  await button.click()
  // Until then it says what it waits for.
  await expect(button.and(page.locator(':disabled')).filter({ hasText: /^Publish$/ })).toBeVisible()
}

/**
 * Chooses an action of the open document besides the main one. The Studio closes the menu when it draws the form
 * anew: then it is opened again. A click that counts as late has still been made, and what it opened covers the
 * menu: so late is later than a busy machine takes.
 */
export async function choose(page: Page, action: RegExp): Promise<void> {
  const item = page.getByRole('menuitem', { name: action })
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByTestId('action-menu-button').click({ timeout: 5000 })
    await item.click({ timeout: 20_000 })
  }).toPass({ timeout: 120_000 })
}

/** Chooses an action that asks whether it is meant, and says that it is. */
export async function chooseAndConfirm(page: Page, action: RegExp): Promise<void> {
  await choose(page, action)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action }).click()
}

/** Drags by a handle onto another one, in steps, as a hand does and the Studio wants. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  const target = await to.boundingBox()
  if (!target) throw new Error('There is nothing to drag onto.')
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2 + 4, { steps: 20 })
  await page.mouse.up()
}
