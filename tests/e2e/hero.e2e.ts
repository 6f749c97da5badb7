import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const NEUTRAL = 'Teams join the waitlist with one email address. Add yours.'

/** Opens home as it is when an editor has turned the number on, with `count` entries. */
async function openWithCount(page: Page, count: number | undefined) {
  await page.route(/\/$/, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const line =
      'data-behaviour="waitlist-count" data-some="Join the teams already on the waitlist." data-many="Join {count}+ teams already on the waitlist"'
    const body = html.replace(new RegExp(`<p ([^>]+)>${NEUTRAL}`), `<p $1 ${line}>${NEUTRAL}`)
    expect(body).not.toBe(html)
    await route.fulfill({ response: answer, body })
  })
  const answered = page.waitForResponse('**/api/waitlist/count')
  await page.route('**/api/waitlist/count', (route) =>
    count === undefined
      ? route.fulfill({ json: { status: 200, count: 'none' } })
      : route.fulfill({ json: { count } }),
  )
  await page.goto('/')
  await answered
}

for (const [count, text] of [
  [130, 'Join 130+ teams already on the waitlist'],
  [50, 'Join 50+ teams already on the waitlist'],
  [2, 'Join the teams already on the waitlist.'],
  [0, NEUTRAL],
  [undefined, NEUTRAL],
] as const) {
  test(`with ${count ?? 'an unreadable number of'} entries the hero says “${text}”`, async ({ page }) => {
    await openWithCount(page, count)
    await expect(page.locator('#hero').getByText(text, { exact: true })).toBeVisible()
  })
}

test('the number is off at first, and nothing asks for it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByText(NEUTRAL)).toBeVisible()
  expect(asked).not.toContain('/api/waitlist/count')
})

test('the first view moves by style sheets alone and ends complete', async ({ page }) => {
  await page.goto('/')
  await page.locator('#hero').evaluate(async (hero) => {
    const finite = hero.getAnimations({ subtree: true }).filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Infinity
    })
    for (const animation of finite) animation.finish()
    await Promise.all(finite.map((animation) => animation.finished))
  })
  const record = page.locator('#hero').getByRole('article')
  await expect(record.locator('svg')).toHaveCSS('opacity', '1')
  await expect(record.locator('svg')).toHaveCSS('transform', 'none')
  for (const chip of await page.getByRole('list', { name: 'Example inputs' }).getByRole('listitem').all()) {
    await expect(chip).toHaveCSS('opacity', '1')
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('its button leads to the plain form, which posts an entry and says so', async ({ page }) => {
    await page.goto('/')
    await page.locator('#hero').getByRole('link', { name: 'Get Early Access' }).click()
    await expect(page).toHaveURL(/#join$/)
    const form = page.locator('#join')
    await expect(form).toBeInViewport()
    await form.getByLabel('Work email').fill('dana@example.org')
    await form.locator('summary').press('Enter')
    await form.getByLabel('First name').fill('Dana')
    await form.getByLabel('51-200').press('Space')
    await form.getByRole('button', { name: 'Reserve My Spot' }).press('Enter')
    await expect(page).toHaveURL(/\/received$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list.')
  })
})

test('with scripts the plain form is hidden before the first paint', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#join')).toBeHidden()
})

test('a headline, a button and four tiles make the first view', async ({ page }) => {
  await page.goto('/')
  const hero = page.locator('#hero')
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText(/\S/)
  await expect(hero.getByRole('link', { name: 'Get Early Access' })).toBeVisible()
  for (const name of ['Model Agnostic', 'Seamless Integration', 'Instant ROI', 'Security & Compliance'])
    await expect(hero.getByText(name, { exact: true })).toBeVisible()
})
