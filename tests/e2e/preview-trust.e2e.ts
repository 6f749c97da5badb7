import type { Page } from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entryTo, openDraft } from './support/preview.ts'
import { expect, studioIsBuilt, test, type Lake } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })
// Until then the site has no files yet.
test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

const RUN = 'globalThis.ran=(globalThis.ran??0)+1'
const MARKUP = `"'></title></style></template></preview-bar></script><script>${RUN}</script><img src=x onerror="${RUN}"><svg onload="${RUN}">`

test.afterEach(async ({ lake }) => {
  // Other journeys on the same server have drafts of other pages.
  for (const id of ['notFound', 'legal-tos', 'legal-privacy']) await lake.client.delete(`drafts.${id}`)
})

async function draft({ client }: Lake, id: string, fields: Record<string, unknown>): Promise<void> {
  const published = await client.getDocument<SanityDocument>(id)
  if (!published) throw new Error(`The launch content has no ${id}.`)
  await client.createOrReplace({ ...published, ...fields, _id: `drafts.${id}` })
}

/** Replaces every word of a document: what people read, and what is only read by programs. */
function everywhere(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((item) => everywhere(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name.startsWith('_') ? item : everywhere(item, text)]),
  )
}

async function ranIn(page: Page): Promise<unknown[]> {
  return Promise.all(
    page.frames().map((frame) => frame.evaluate(() => Reflect.get(globalThis, 'ran') as unknown)),
  )
}

test('nothing that an editor writes runs in a draft, its comparison or a link to it', async ({
  page,
  lake,
  baseURL,
  request,
  refusals,
}) => {
  refusals.push(/^404 .*\/preview\//)
  const notice = await lake.client.getDocument<SanityDocument>('notFound')
  await draft(lake, 'notFound', everywhere(notice, MARKUP) as Record<string, unknown>)
  await openDraft(page, lake.client, baseURL ?? '', '/not-found')
  const base = page.url().replace(/\/not-found$/, '')
  const made = await request.post('/api/preview/shares', {
    data: { perspective: 'drafts', path: '/not-found' },
  })
  const { url: shared } = (await made.json()) as { url: string }
  for (const address of [page.url(), shared, `${base}/-/compare/not-found`, `${base}/-/after/not-found`]) {
    await page.goto(address, { waitUntil: 'load' })
    const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()))
    expect(texts.join('\n')).toContain(RUN)
    expect(await ranIn(page)).toEqual(page.frames().map(() => undefined))
  }
})

test('nothing in an address runs as script', async ({ page, lake, baseURL, refusals }) => {
  refusals.push(/^404 .*\/preview\//)
  await openDraft(page, lake.client, baseURL ?? '', '/about')
  const base = page.url().replace(/\/about$/, '')
  for (const prefix of ['', '/-/compare', '/-/before', '/-/after', '/-/as/published']) {
    await page.goto(`${base}${prefix}/${encodeURIComponent(MARKUP)}`, { waitUntil: 'load' })
    expect(await ranIn(page)).toEqual(page.frames().map(() => undefined))
    expect(await page.content()).not.toContain(`<script>${RUN}`)
  }
})

test('a script that got into a draft page does not run', async ({ page, lake, baseURL, refusals }) => {
  refusals.push(/^policy: /)
  await openDraft(page, lake.client, baseURL ?? '', '/about')
  await page.route(/\/preview\/[^/]+\/about$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('</main>', `<script>${RUN}</script><p id="in">In</p></main>`)
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  await expect(page.locator('#in')).toBeVisible()
  expect(await ranIn(page)).toEqual([undefined])
})

test('no text becomes script in a draft', async ({ page, lake, baseURL, refusals }) => {
  refusals.push(/^policy: .*Trusted/)
  await openDraft(page, lake.client, baseURL ?? '', '/about')
  const outcomes = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => (document.createElement('div').innerHTML = '<p>x</p>'),
      () => new DOMParser().parseFromString('<p>x</p>', 'text/html'),
      () => (document.createElement('script').src = '/other.js'),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'allowed'
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    })
  })
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError'])
})

test('a site that a draft links to does not learn the draft’s address', async ({
  browser,
  lake,
  baseURL,
  request,
}) => {
  const asked: { url: string | undefined; headers: string }[] = []
  const outside = createServer(({ url, headers }, response) => {
    asked.push({ url, headers: JSON.stringify(headers) })
    response.setHeader('content-type', 'text/html').end('<h1>Outside</h1>')
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  const address = `http://localhost:${(outside.address() as AddressInfo).port}/there`
  const body = [
    {
      _type: 'block',
      _key: 'b',
      style: 'normal',
      children: [{ _type: 'span', _key: 's', text: 'A link to elsewhere', marks: ['l'] }],
      markDefs: [{ _type: 'link', _key: 'l', href: address }],
    },
  ]
  await draft(lake, 'legal-privacy', { body })
  const made = await request.post('/api/preview/shares', {
    data: { perspective: 'drafts', path: '/privacy' },
  })
  const { url } = (await made.json()) as { url: string }
  // As a person without the Studio, in a browser whose answers from outside are no fault of the page.
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('link', { name: 'A link to elsewhere' }).click()
  await expect(page.getByRole('heading', { name: 'Outside' })).toBeVisible()
  expect(asked.find((one) => one.url === '/there')?.headers).not.toContain('referer')
  const token = url.split('/')[2] ?? ''
  expect(asked.filter(({ headers }) => headers.includes(token) || headers.includes('/preview/'))).toEqual([])
  await context.close()
  outside.close()
})

test('is not shown in a frame of another site', async ({ browser, lake, baseURL }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const entry = await entryTo(lake.client, baseURL ?? '', '/about')
  const body = `<iframe src="${entry.replaceAll('&', '&amp;')}"></iframe>`
  const foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(body)
  }).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const asked = page.waitForRequest(/\/preview\/[^/]+\/about$/)
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
  await asked
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  foreign.close()
  await context.close()
})

test('works where browsers block storage in third-party frames', async ({ browser, lake, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Blocked.', 'SecurityError')
        },
      })
  })
  const page = await context.newPage()
  await page.goto(await entryTo(lake.client, baseURL ?? '', '/tos'))
  await draft(lake, 'legal-tos', { title: 'Without a cookie' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Without a cookie')
  expect(await context.cookies()).toEqual([])
  await context.close()
})
