import type { Browser } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { receiptOf, test } from './support/own-studio.ts'
import { photograph, replacePicture, type UploadFile } from './support/pictures.ts'
import { box, expect, openDocument, publish, type Lake } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })

/** The home page shows the picture that was published. */
async function expectLive({ client }: Lake, origin: string): Promise<void> {
  const slack = await client.getDocument<{ logo: { asset: { _ref: string } } }>('integration-slack')
  const [, sha1] = slack?.logo.asset._ref.split('-') ?? []
  await expect.poll(async () => (await fetch(origin)).text()).toContain(`/assets/pictures/${sha1}-`)
}

/** The logo of Slack as a screen of two pixels to a point shows it. */
async function logoSeen(browser: Browser, origin: string) {
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    viewport: { width: 1280, height: 800 },
    // Then the logos stand still, all in sight.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const types = new Map<string, string | undefined>()
  page.on('response', (response) => void types.set(response.url(), response.headers()['content-type']))
  await page.goto(origin)
  const logo = page
    .locator('#integrations li', { hasText: /^Slack$/ })
    .first()
    .locator('img')
  await logo.scrollIntoViewIfNeeded()
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeTruthy()
  const seen = await logo.evaluate((image: HTMLImageElement) => ({
    source: image.currentSrc,
    natural: [image.naturalWidth, image.naturalHeight],
    shown: [image.width, image.height],
    alt: image.alt,
  }))
  await context.close()
  return { ...seen, source: seen.source.replace(/.*\//, ''), type: types.get(seen.source) }
}

for (const [format, name] of [
  ['png', 'scan.png'],
  ['jpeg', 'photo.JPG'],
  ['webp', 'export.webp'],
  // A name that says something else.
  ['avif', 'picture.png'],
] as const)
  test(`a ${format} of six megapixels is live after one click, in the size of its place`, async ({
    page,
    browser,
    lake,
    baseURL,
  }) => {
    await openDocument(page, 'integration', 'integration-slack')
    await replacePicture(page, await photograph(format, name))
    await publish(page)
    await expectLive(lake, baseURL ?? '')
    await expect(receiptOf(page)).toContainText('Live in')
    expect(await logoSeen(browser, baseURL ?? '')).toEqual({
      source: expect.stringMatching(/-68x45-1\.webp$/),
      type: 'image/webp',
      // In points: the file has twice as many pixels.
      natural: [34, 22],
      shown: [34, 34],
      alt: '',
    })
  })

test('an SVG goes live unchanged', async ({ page, browser, lake, baseURL }) => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h40v30z"/></svg>'
  await openDocument(page, 'integration', 'integration-slack')
  await replacePicture(page, {
    name: 'slack.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing),
  })
  await publish(page)
  await expectLive(lake, baseURL ?? '')
  expect(await logoSeen(browser, baseURL ?? '')).toMatchObject({
    source: expect.stringMatching(/-40x30\.svg$/),
    type: 'image/svg+xml; charset=utf-8',
    alt: '',
  })
})

const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`)

async function refusedFiles(): Promise<[UploadFile, string][]> {
  const still = sharp({ create: { width: 60, height: 60, channels: 3, background: '#c30' } })
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const noisy = sharp({ create: { width: 300, height: 300, channels: 3, background: '#888', noise } })
  const huge = sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#888' } })
  const frames = [await still.clone().png().toBuffer(), await noisy.clone().resize(60).png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const whole = await noisy.clone().png().toBuffer()
  const style = svg('<style>@import "https://elsewhere.example/x.css";</style>')
  return [
    [
      { name: 'menu.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') },
      '“menu.png” is not a picture. Upload a PNG, JPEG, WebP, AVIF or SVG file.',
    ],
    [
      { name: 'wave.gif', mimeType: 'image/gif', buffer: await still.clone().gif().toBuffer() },
      '“wave.gif” is a GIF, which is large and which visitors can’t stop. Upload a PNG, JPEG, WebP, AVIF or SVG file.',
    ],
    [
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic') },
      '“IMG_1.HEIC” is a HEIC picture, which few browsers show. Save it as JPEG, then upload that.',
    ],
    [
      { name: 'moving.webp', mimeType: 'image/webp', buffer: moving },
      '“moving.webp” is animated, and visitors could not stop it. Upload a still picture.',
    ],
    [
      { name: 'map.svg', mimeType: 'image/svg+xml', buffer: svg(' '.repeat(600_000)) },
      '“map.svg” has 601 kB, and visitors get an SVG as it is: at most 500 kB. Simplify it, or save it as PNG.',
    ],
    [
      { name: 'style.svg', mimeType: 'image/svg+xml', buffer: style },
      'The SVG file has a style sheet with “@import”, which can load something from elsewhere. Save it with its styles as attributes.',
    ],
    [
      { name: 'cut.png', mimeType: 'image/png', buffer: whole.subarray(0, whole.length / 2) },
      'The uploaded file is damaged or cut short. Save it again, then upload it.',
    ],
    [
      { name: 'huge.png', mimeType: 'image/png', buffer: await huge.png().toBuffer() },
      'The picture has 9000 × 6000 pixels. Make it smaller: at most 8192 a side and 50 megapixels.',
    ],
  ]
}

test('a file that can’t be shown is refused in the form, in words, and nothing is lost', async ({
  page,
  lake,
  refusals,
}) => {
  refusals.push(/^400 .*\/assets\/images\//)
  await openDocument(page, 'integration', 'integration-slack')
  const before = (await lake.client.getDocument('integration-slack'))?.['logo']
  const form = page.getByTestId('form-view')
  for (const [file, words] of await refusedFiles()) {
    await replacePicture(page, file)
    await expect(form.getByRole('alert')).toHaveText(words)
    await expect(page.getByText(/console|failed|conversion/i)).toHaveCount(0)
  }
  // What the picture was, it is.
  const now = async (): Promise<unknown> =>
    (await lake.client.getDocument('drafts.integration-slack'))?.['logo'] ?? before
  await expect.poll(now).toEqual(before)
  await replacePicture(page, await photograph('jpeg', 'better.jpg'))
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect
    .poll(() => lake.client.getDocument('drafts.integration-slack'))
    .toMatchObject({ logo: { asset: { _ref: expect.stringMatching(/-3000x2000-jpg$/) } } })
  await lake.client.delete('drafts.integration-slack')
})

test('a dropped file that is not a picture is refused, with the formats that are accepted', async ({
  page,
}) => {
  await openDocument(page, 'integration', 'integration-slack')
  const files = await page.evaluateHandle(() => {
    const carried = new DataTransfer()
    carried.items.add(new File(['%PDF-1.7'], 'menu.pdf', { type: 'application/pdf' }))
    return carried
  })
  const target = page.getByTestId('image-input').locator('img').first()
  await expect(target).toBeVisible()
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer: files })
  const toast = page.getByText('Only PNG, JPEG, WebP, AVIF or SVG files can be uploaded here. Not uploaded:')
  await expect(toast).toBeVisible()
  await expect(page.getByText('menu.pdf')).toBeVisible()
})

test('a sharing picture needs words for people who can’t see it, and is served in the size of shared links', async ({
  page,
  baseURL,
}) => {
  await openDocument(page, 'about')
  const field = page.getByTestId('image-input')
  await field.scrollIntoViewIfNeeded()
  await field.getByTestId('file-button-input').setInputFiles(await photograph('jpeg', 'team.jpg'))
  await expect(box(page, 'seo.image.alt')).toBeVisible()
  await expect(page.getByTestId('action-publish')).toBeDisabled()
  const alt = `The team ${randomUUID()}`
  await box(page, 'seo.image.alt').fill(alt)
  await publish(page)
  await expect(receiptOf(page)).toContainText('Live in')
  const html = await (await fetch(`${baseURL}/about`)).text()
  expect(html).toContain(`<meta property="og:image:alt" content="${alt}"`)
  const [, file = ''] = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html) ?? []
  const answer = await fetch(`${baseURL}${file}`)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    width: 1200,
    height: 630,
  })
})

test('a picture that takes another’s place is not cut as that one was', async ({ page, lake }) => {
  const slack = await lake.client.getDocument<{ _type: string; logo: object }>('integration-slack')
  const crop = { _type: 'sanity.imageCrop', left: 0.4, right: 0.4, top: 0, bottom: 0 }
  const draft = { ...slack, _type: 'integration', _id: 'drafts.integration-slack' }
  await lake.client.createOrReplace({ ...draft, logo: { ...slack?.logo, crop } })
  await openDocument(page, 'integration', 'integration-slack')
  await replacePicture(page, await photograph('png', 'after.png'))
  const logo = async () => (await lake.client.getDocument('drafts.integration-slack'))?.['logo'] as object
  await expect.poll(logo).toMatchObject({ asset: { _ref: expect.stringMatching(/-3000x2000-png$/) } })
  await expect.poll(logo).not.toHaveProperty('crop')
  await lake.client.delete('drafts.integration-slack')
})

test('an upload that was left shows as such in a form that is open already, and is cleared there', async ({
  page,
  lake,
}) => {
  const slack = await lake.client.getDocument<{ _type: string; logo: object }>('integration-slack')
  const draft = { ...slack, _type: 'integration', _id: 'drafts.integration-slack' }
  // The Studio waits for two minutes. These are nearly over, yet not before the form is open.
  const updatedAt = new Date(Date.now() - 95_000).toISOString()
  const upload = {
    progress: 25,
    file: { name: 'left.png', type: 'image/png' },
    createdAt: updatedAt,
    updatedAt,
  }
  await lake.client.createOrReplace({ ...draft, logo: { ...slack?.logo, _upload: upload } })
  await openDocument(page, 'integration', 'integration-slack')
  const field = page.getByTestId('image-input')
  await expect(field).toContainText('left.png')
  const clear = field.getByRole('button', { name: 'Clear upload' })
  await expect(clear).toBeVisible()
  await clear.click()
  await expect(field).not.toContainText('left.png')
  const logo = async () => (await lake.client.getDocument('drafts.integration-slack'))?.['logo'] as object
  await expect.poll(logo).toEqual(slack?.logo)
  await lake.client.delete('drafts.integration-slack')
})
