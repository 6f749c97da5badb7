import type { Page } from '@playwright/test'
import { sample } from 'fast-check'
import sharp from 'sharp'
import type { ReceiptAnswer } from '../../api/contract/publishing.ts'
import type { StoredDocument } from '../../web/content/documents.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { brokenLandingPages, landingPages } from '../support/landing-pages.ts'
import { removeSiteFolder, startOwnSite } from '../support/own-site.ts'
import { axeFindings, faintWords } from './support/axe.ts'
import { wordsOverSeal } from './support/layout.ts'
import { expect, test as base } from './support/test.ts'

/** `LANDING_PAGES=500` tries as many; another `LANDING_SEED` makes others. */
const COUNT = Number(process.env['LANDING_PAGES'] ?? 24)
const SEED = Number(process.env['LANDING_SEED'] ?? 10)
/** Every so many pages, one has a fault. */
const FAULTY = 6
/** Scripts of a page before anybody scrolls or touches it, as home may have them. */
const OPENING_BYTES = 4000
/** Pages that are published at once. */
const BATCH = 50

const test = base.extend<{ baseURL: string }, { ownUrl: string }>({
  ownUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide) => {
      const folder = await newBuiltSite()
      const site = await startOwnSite(folder, SITE_PROCESS)
      await provide(site.url)
      await site.kill('SIGTERM')
      removeSiteFolder(folder)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownUrl }, provide) => provide(ownUrl),
})

test.skip(({ isMobile }) => isMobile, 'The test sets the widths that it wants.')

test(`${COUNT} pages of any parts are published and whole, or held with a sentence and a field`, async ({
  page,
  ownUrl,
}) => {
  test.setTimeout(120_000 + COUNT * 20_000)
  const client = clientOf(ownUrl)
  const create = { width: 1600, height: 1000, channels: 3 as const, background: '#55615b' }
  await client.assets.upload('image', await sharp({ create }).jpeg().toBuffer())
  const documents = await client.fetch<StoredDocument[]>('*[!(_id in path("drafts.**"))]')
  const faulty = sample(brokenLandingPages(documents), { seed: SEED, numRuns: COUNT })
  const planned = sample(landingPages(documents), { seed: SEED, numRuns: COUNT }).map((whole, i) => {
    const { page: document, path } = (i % FAULTY === FAULTY - 1 && faulty[i]) || { page: whole, path: null }
    return { document: named(document, i), path }
  })
  const faults: string[] = []
  for (let from = 0; from < COUNT; from += BATCH) {
    const batch = planned.slice(from, from + BATCH)
    const transaction = client.transaction()
    for (const { document } of batch) transaction.create(document)
    await transaction.commit()
    for (const { document, path } of batch) {
      const outcome = await outcomeOf(ownUrl, document._id)
      const wrong = path === null ? await pageFaults(page, document) : []
      const isRight = path === null ? outcome === 'live' : outcome.startsWith(`held at ${path}: “`)
      faults.push(...(isRight ? wrong : [outcome]).map((fault) => `${document._id}: ${fault}`))
    }
  }
  expect(faults).toEqual([])

  const sums = planned.find(({ document, path }) => path === null && shownTypes(document).indexOf(SUM) > 1)
  await page.goto(`/${sums?.document._id}#roi?hours=2`)
  await expect(page.locator('[data-island=roi]').first(), 'a shared result leads to it').toBeInViewport()
})

const SUM = 'calculatorBlock'

/** Of the parts that visitors see, in their order. */
function shownTypes({ blocks }: StoredDocument): string[] {
  return (blocks as { _type: string; hidden: boolean }[])
    .filter(({ hidden }) => !hidden)
    .map(({ _type }) => _type)
}

/** The page as a document of its own, at its own address unless it is to be held for that. */
function named({ _rev, _createdAt, _updatedAt, ...page }: StoredDocument, i: number): StoredDocument {
  const { current } = page['slug'] as { current: string }
  const slug = { _type: 'slug', current: current === 'generated' ? `generated-${i}` : current }
  return { ...page, _id: `generated-${i}`, slug } as unknown as StoredDocument
}

/** What the server says of a document once its publish has come to an end, with the field that is to be mended. */
async function outcomeOf(url: string, id: string): Promise<string> {
  let outcome = ''
  await expect
    .poll(
      async () => {
        const { receipt } = (await (await fetch(`${url}/api/publishes/${id}`)).json()) as ReceiptAnswer
        const [fault] = receipt?.faults ?? []
        outcome = receipt?.state === 'held' ? `held at ${fault?.path}: ${fault?.message}` : 'live'
        return receipt?.state
      },
      { timeout: 120_000 },
    )
    .toMatch(/^(?:live|held)$/u)
  return outcome
}

/** What is wrong with a page that is read to its end on a small phone, and looked at on a desk in both themes. */
async function pageFaults(page: Page, document: StoredDocument): Promise<string[]> {
  const { _id } = document
  const types = new Set(shownTypes(document))
  const said: string[] = []
  page.on('console', (message) => said.push(`says ${message.text()}`))
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 800 })
  // A phone has no mouse. One that rests where a page opens is near whatever is drawn there.
  await page.mouse.move(-1000, -1000)
  await page.goto(`/${_id}`)
  const isPlain = Object.keys(SCRIPTS).every((type) => !types.has(type))
  const heavy = isPlain ? await openingFaults(page) : []
  await readToTheEnd(page)
  const found = await page.evaluate(layoutFaults)
  const scripts = await page.evaluate(fetchedScripts)
  const astray = Object.entries(SCRIPTS)
    .filter(([type, own]) => !types.has(type) && scripts.some(({ url }) => own.test(url)))
    .map(([type]) => `fetches scripts of a ${type} that it has not`)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/${_id}`)
  found.push(...(await page.evaluate(wordsOverSeal)))
  const light = await axeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await faintWords(page)
  page.removeAllListeners('console')
  return [...said, ...heavy, ...found, ...astray, ...light, ...dark]
}

/** What a page without parts that have scripts fetches beyond what every page begins with. */
async function openingFaults(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(fetchedScripts)
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  return bytes > OPENING_BYTES ? [`begins with ${bytes} bytes of script`] : []
}

/** Scrolls as a thumb does, so that everything has come near, and waits for what that fetched. */
async function readToTheEnd(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 700) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }
  const late = () => page.evaluate(stillToCome, NEAR_SCRIPTS)
  await expect.poll(late, { timeout: 15_000, message: page.url() }).toEqual([])
}

/** The behaviours that fetch each of the scripts that come with what is near. */
const NEAR_SCRIPTS = {
  '/near-': ['counter', 'entrance', 'examples', 'faq', 'island', 'marquee'],
  '/motion-': ['counter', 'entrance', 'examples'],
}

/** Runs in the page: the scripts and pictures that what has come near still waits for. */
function stillToCome(scripts: Record<string, readonly string[]>): string[] {
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  const late = Object.entries(scripts)
    .filter(([, behaviours]) => behaviours.some((one) => document.querySelector(`[data-behaviour=${one}]`)))
    .filter(([script]) => !fetched.some((name) => name.includes(script)))
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main figure img')]
  return [...late.map(([script]) => script), ...pictures.filter((one) => !one.complete).map(({ alt }) => alt)]
}

/** Runs in the page: headings that leave a level out, and what reaches beyond the window. */
function layoutFaults(): string[] {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) =>
    Number(tagName.slice(1)),
  )
  const first = levels.filter((level) => level === 1).length
  const skipped = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)
  const width = document.documentElement.scrollWidth
  const wide = [...document.querySelectorAll('main :not([aria-hidden=true], [aria-hidden=true] *)')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map(
      (element) =>
        `${element.tagName} in #${element.closest('[id]')?.id}: ${element.outerHTML.slice(0, 120)}`,
    )
  const lost = [...document.querySelectorAll<HTMLImageElement>('main figure img')].filter(
    (image) => !image.complete || image.naturalWidth === 0,
  )
  return [
    ...lost.map(({ alt }) => `has not fetched the picture “${alt.slice(0, 40)}”`),
    ...(first === 1 ? [] : [`has ${first} headings of first level`]),
    ...skipped.map((level) => `has no heading before one of level ${level}`),
    ...(width > innerWidth ? [`is ${width} px wide: ${wide.slice(0, 2).join(' | ')}`] : []),
  ]
}

interface Script {
  url: string
  bytes: number
}

/** Runs in the page: the scripts that it has fetched, with their sizes as the server sent them. */
function fetchedScripts(): Script[] {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return all
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize }))
}

/** The scripts of each part that has any, by its type. */
const SCRIPTS: Record<string, RegExp> = {
  calculatorBlock: /\/(?:roi|total)\b/,
  examplesBlock: /\/(?:how-it-works|stage)\b/,
  countersBlock: /\/counters\b/,
  integrationsBlock: /\/marquee\b/,
  securityBlock: /\/rings\b/,
  faqBlock: /\/faq\b/,
  contactBlock: /\/copy\b/,
}
