import { chromium, type Locator, type Page } from '@playwright/test'
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { box, studioIsBuilt } from '../e2e/support/studio.ts'
import { findChromium } from '../support/chromium.ts'
import { clientOf, root } from '../support/lake.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite } from '../support/own-site.ts'

const FOLDER = path.join(root, 'studio/tools/guide/pictures')
const WIDTH = 900
const MAX_BYTES = 60_000

/**
 * Takes the pictures of the Studio's guide, in a Studio of its own: npx node tests/guide/pictures.ts. With the argument
 * `readme` it takes those of the README; with names of pictures, only those.
 */
async function takePictures(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const folder = newSiteFolder()
  const site = await startOwnSite(folder)
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    await studioIsBuilt(site.url)
    const page = await browser.newPage({ baseURL: site.url, viewport: { width: 1100, height: 720 } })
    await (process.argv.includes('readme') ? takeReadme(page) : takeAll(page))
  } finally {
    await browser.close()
    await site.kill('SIGTERM')
    removeSiteFolder(folder)
  }
}

async function takeAll(page: Page): Promise<void> {
  page.setDefaultTimeout(120_000)
  await page.goto('/studio/structure/about')
  await box(page, 'lead').fill('We build the engine that puts every piece of work on the record.')
  await box(page, 'lead').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await take('sentence', page)
  await takeReview(page)
  await page.getByTestId('action-publish').click()
  const receipt = page.getByRole('status', { name: 'Publish receipt' })
  await receipt.filter({ hasText: 'Live in' }).waitFor()
  await take('receipt', page.getByTestId('pane-footer'))

  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', { name: /share draft/i }).click()
  await take('share', page.getByRole('dialog'))
  await page.goto('/studio/structure/integration')
  await page.getByRole('link', { name: 'Create new' }).click()
  await box(page, 'title').waitFor()
  await page.getByText('Resolving locations').waitFor({ state: 'hidden' })
  // What is under the pointer by now would explain itself.
  await page.mouse.move(0, 0)
  await take('picture', page)

  await page.goto('/studio/intent/create/type=landingPage/')
  await page.getByRole('button', { name: 'Add item...' }).click()
  await page.getByRole('menuitem', { name: 'Call to action' }).waitFor()
  await take('landing', page)

  await page.goto('/studio/structure/redirects')
  await page.getByRole('button', { name: 'Paste many…' }).click()
  await page
    .getByLabel('Many redirects')
    .fill('/old-page /contact\n/blog/launch → /platform\nabout-us /about')
  await take('redirects', page.getByTestId('field-rules'))

  // The Studio renders its tool again while it starts, which loses what was typed before.
  await page.goto('/studio/start', { waitUntil: 'networkidle' })
  await page.getByLabel('Find in all copy').fill('approvals')
  await page.getByRole('button', { name: 'Replace…' }).click()
  await page.getByLabel('Replace with').fill('sign-offs')
  await page.getByRole('button', { name: /^Replace in/ }).waitFor()
  await take('find', page)
  await page.getByRole('link', { name: 'Site versions' }).click()
  await page.getByText('Visitors see this').first().waitFor()
  // Each has a small frame of the home page.
  for (const index of [0, 1])
    await page.frameLocator('iframe').nth(index).locator('footer').waitFor({ state: 'attached' })
  await page.waitForTimeout(1_000)
  await take('versions', page)

  for (const [email, more] of [
    ['grace@example.com', {}],
    ['ada@example.com', { firstName: 'Ada', company: 'Analytical Engines', companySize: '11-50' }],
  ] as const)
    await page.request.post('/api/waitlist?from=hero', { data: { email, ...more } })
  await page.goto('/studio/submissions')
  await page.getByRole('button', { name: /ada@example\.com/ }).click()
  await page.getByRole('button', { name: 'Erase…' }).waitFor()
  await take('submissions', page)
  await takeAway(page)
  await takeRelease(page)
}

/** A draft that somebody asks about, with a comment on one of its fields. */
async function takeReview(page: Page): Promise<void> {
  const field = page.getByTestId('field-title')
  await field.scrollIntoViewIfNeeded()
  await field.hover()
  await field.getByRole('button', { name: 'Add comment' }).click()
  await page.keyboard.type('Could this be shorter?')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', { name: /^Ready for review/u }).click()
  await page.getByText('Listed under “For review”').waitFor()
  await field.getByRole('button', { name: /comment/iu }).click()
  await page.getByText('Could this be shorter?').waitFor()
  await page.getByText('For review', { exact: true }).waitFor()
  await page.getByText('Listed under “For review”').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Got it' }).click()
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await take('review', page)
  await page.getByRole('button', { name: 'Close comments' }).click()
}

/** Documents that go live together. */
async function takeRelease(page: Page): Promise<void> {
  const client = clientOf(new URL(page.url()).origin)
  await client.releases.create({
    releaseId: 'spring',
    metadata: {
      title: 'Spring launch',
      releaseType: 'scheduled',
      intendedPublishAt: '2030-03-20T09:00:00.000Z',
    },
  })
  for (const publishedId of ['home', 'about', 'platform'])
    await client.createVersion({ releaseId: 'spring', publishedId, baseId: publishedId })
  await page.goto('/studio/releases/spring')
  await page.getByRole('link', { name: /About/u }).waitFor()
  // All of it is checked first.
  await page.locator('button:enabled', { hasText: 'Schedule release' }).waitFor()
  await take('release', page)
}

/** A landing page that is about to go. */
async function takeAway(page: Page): Promise<void> {
  await clientOf(new URL(page.url()).origin).create({
    _id: 'webinar',
    _type: 'landingPage',
    title: 'Spring webinar',
    slug: { _type: 'slug', current: 'spring-webinar' },
  })
  await page.goto('/studio/structure/landingPage;webinar')
  await page.getByRole('button', { name: 'Published' }).click()
  await page.getByTestId('action-unpublish').click()
  await page.getByRole('button', { name: 'Lead visitors there' }).waitFor()
  await take('away', page.getByRole('dialog'))
}

/** The site as visitors see it, and a page beside its form as editors do. */
async function takeReadme(page: Page): Promise<void> {
  page.setDefaultTimeout(120_000)
  await page.setViewportSize({ width: 1280, height: 760 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.goto('/', { waitUntil: 'networkidle' })
  await take('readme-site', page)
  await page.goto('/studio/presentation/about/about?preview=/about')
  await box(page, 'lead').waitFor()
  await page.frameLocator('iframe').locator('h1').waitFor()
  await page.waitForTimeout(3_000)
  await take('readme-studio', page)
}

/** Saves a screenshot as a small WebP. */
async function take(name: string, place: Page | Locator): Promise<void> {
  const wanted = process.argv.slice(2).filter((one) => one !== 'readme')
  if (wanted.length > 0 && !wanted.includes(name)) return
  const file = path.join(FOLDER, `${name}.webp`)
  const png = await place.screenshot({ animations: 'disabled' })
  await sharp(png).resize({ width: WIDTH, withoutEnlargement: true }).webp({ quality: 72 }).toFile(file)
  const { size } = statSync(file)
  if (size > MAX_BYTES) throw new Error(`${name} has ${size} bytes: show less of the Studio.`)
  console.info(`${name}: ${size} bytes`)
}

await takePictures()
