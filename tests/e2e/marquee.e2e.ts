import type { Page } from '@playwright/test'
import { allLaidOut } from './support/layout.ts'
import { expect, test } from './support/test.ts'

function parts(page: Page) {
  const section = page.locator('#integrations')
  const logos = section.getByRole('region', { name: 'Integrations' })
  return { section, logos, list: logos.getByRole('list') }
}

const state = 'animation-play-state'

test('fifteen tools run past, once for whoever listens', async ({ page }) => {
  await page.goto('/')
  const { logos, list } = parts(page)
  await expect(logos.getByRole('listitem')).toHaveCount(15)
  await expect(list).toHaveCSS(state, 'running')
})

test('hover and focus stop the logos', async ({ page }) => {
  await page.goto('/')
  // What is laid out above the logos moves them from below a pointer that rests.
  await allLaidOut(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-below')
  const { logos, list } = parts(page)
  await logos.scrollIntoViewIfNeeded()
  await logos.hover()
  await expect(list).toHaveCSS(state, 'paused')
  await page.mouse.move(5, 5)
  await expect(list).toHaveCSS(state, 'running')
  await logos.focus()
  await expect(list).toHaveCSS(state, 'paused')
  await logos.blur()
  await expect(list).toHaveCSS(state, 'running')
})

test('a button stops and starts them', async ({ page }) => {
  await page.goto('/')
  const { section, list } = parts(page)
  await section.getByRole('button', { name: 'Pause the logos' }).click()
  await page.mouse.move(5, 5)
  await expect(list).toHaveCSS(state, 'paused')
  const play = section.getByRole('button', { name: 'Play the logos' })
  await expect(play).toHaveText('Play')
  await play.press('Enter')
  await expect(list).toHaveCSS(state, 'running')
})

test('logos are fetched when they come near', async ({ page, isMobile }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const atFirst = asked.length
  await parts(page).section.scrollIntoViewIfNeeded()
  await expect.poll(() => asked.length).toBeGreaterThan(atFirst)
  expect(atFirst, isMobile ? 'phone' : 'desktop').toBeLessThan(15)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('all logos stand in a grid', async ({ page }) => {
    await page.goto('/')
    const { section, logos, list } = parts(page)
    await expect(list).toHaveCSS('animation-name', 'none')
    await expect(section.getByRole('button', { name: 'Pause the logos' })).toBeHidden()
    await logos.getByRole('listitem').filter({ hasText: 'Google Drive' }).scrollIntoViewIfNeeded()
    await expect(logos.getByRole('listitem').filter({ hasText: 'Google Drive' })).toBeInViewport()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the logos run and stop under the pointer', async ({ page }) => {
    await page.goto('/')
    const { section, logos, list } = parts(page)
    await expect(list).toHaveCSS(state, 'running')
    await expect(section.getByRole('button')).toHaveCount(0)
    await logos.hover()
    await expect(list).toHaveCSS(state, 'paused')
  })
})

test('the fifteen tools go round for ever', async ({ page }) => {
  await page.goto('/')
  const { logos, list } = parts(page)
  await expect(list).toHaveCSS('animation-iteration-count', 'infinite')
  const names = (await logos.getByRole('listitem').allTextContents()).map((name) => name.trim())
  expect(names.toSorted()).toEqual(
    [
      'OpenAI',
      'Anthropic',
      'Notion',
      'Azure OpenAI',
      'AWS Bedrock',
      'Gemini',
      'Slack',
      'Jira',
      'GitHub',
      'Salesforce',
      'Microsoft Teams',
      'Snowflake',
      'HubSpot',
      'Asana',
      'Google Drive',
    ].toSorted(),
  )
})
