import type { Page } from '@playwright/test'
import { allLaidOut } from './support/layout.ts'
import { expect, test } from './support/test.ts'

function parts(page: Page) {
  const section = page.locator('#integrations')
  const logos = section.getByRole('region', { name: 'Integrations' })
  return { section, logos, list: logos.getByRole('list') }
}

const state = 'animation-play-state'

/** Opens the page at the logos, once their script is there. */
async function openRunning(page: Page) {
  await page.goto('/')
  // What is laid out above the logos moves them from below a pointer that rests.
  await allLaidOut(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-below')
  const all = parts(page)
  await all.logos.scrollIntoViewIfNeeded()
  await expect(all.section.locator('[data-behaviour=marquee]')).toHaveAttribute('data-playing')
  const button = (name: string) => all.section.getByRole('button', { name, exact: true })
  return { ...all, pause: button('Pause the logos'), play: button('Play the logos') }
}

test('fifteen tools run past, and a screen reader reads them once', async ({ page }) => {
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
  const { list, pause, play } = await openRunning(page)
  await pause.click()
  await page.mouse.move(5, 5)
  await expect(list).toHaveCSS(state, 'paused')
  await expect(play).toHaveText('Play')
  await play.press('Enter')
  await expect(list).toHaveCSS(state, 'running')
})

test('a press kept until the code arrives stops them, even where they moved below the pointer', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'Fingers don’t point.')
  const { logos, list, play } = await openRunning(page)
  await logos.hover()
  await expect(play).toBeVisible()
  // As the script repeats a press that came too early.
  await play.evaluate((button: HTMLElement) => button.click())
  await page.mouse.move(5, 5)
  await expect(list).toHaveCSS(state, 'paused')
  await expect(play).toBeVisible()
})

test('its button tells the true state under a pointer and with the focus in the logos, too', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'Fingers don’t point.')
  const { logos, list, pause, play } = await openRunning(page)
  await logos.hover()
  await expect(play).toHaveText('Play')
  await page.mouse.move(5, 5)
  await expect(pause).toHaveText('Pause')
  await logos.focus()
  await expect(play).toBeVisible()
  await logos.blur()
  await expect(pause).toBeVisible()
  await expect(list).toHaveCSS(state, 'running')
})

test('pressing play starts the logos, whatever stopped them', async ({ page, isMobile }) => {
  const { logos, list, pause, play } = await openRunning(page)
  // A press on the button takes the focus away before it is a click.
  await logos.focus()
  await expect(play).toBeVisible()
  if (isMobile) await play.tap()
  else await play.click()
  await expect(pause).toBeVisible()
  await expect(list).toHaveCSS(state, 'running')
  if (isMobile) return
  await logos.hover()
  await expect(list).toHaveCSS(state, 'paused')
  await play.press('Enter')
  await expect(pause).toBeVisible()
  await expect(list).toHaveCSS(state, 'running')
  await pause.press('Enter')
  await page.mouse.move(5, 5)
  await expect(play).toBeVisible()
  await expect(list).toHaveCSS(state, 'paused')
})

test('a tap stops the logos, and the button says so', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'For fingers.')
  const { logos, list, pause, play } = await openRunning(page)
  await logos.tap()
  await expect(play).toBeVisible()
  await expect(list).toHaveCSS(state, 'paused')
  await play.tap()
  await expect(pause).toBeVisible()
  await expect(list).toHaveCSS(state, 'running')
})

test('logos are fetched when they come near', async ({ page }) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  const { section } = parts(page)
  const logos = await section
    .locator('img')
    .evaluateAll((all) =>
      all.map((logo) => ({ loading: logo.getAttribute('loading'), src: (logo as HTMLImageElement).src })),
    )
  expect(new Set(logos.map(({ loading }) => loading))).toEqual(new Set(['lazy']))
  const shownAtFirst = await page
    .locator('#hero img')
    .evaluateAll((all) => all.map((logo) => (logo as HTMLImageElement).src))
  const ofMarquee = new Set(logos.map(({ src }) => src))
  expect(ofMarquee.size).toBe(15)
  const later = [...ofMarquee].filter((src) => !shownAtFirst.includes(src))
  expect(later.filter((src) => asked.has(src))).toEqual([])
  await section.scrollIntoViewIfNeeded()
  await expect.poll(() => later.some((src) => asked.has(src))).toBe(true)
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
    const cut = await logos
      .getByText('Google Drive')
      .first()
      .evaluate((name) => {
        name.textContent = 'A tool whose name has room in no fewer than five lines'.replaceAll(' ', '\n')
        name.style.whiteSpace = 'pre'
        const { top, bottom } = name.closest('section')!.getBoundingClientRect()
        const words = name.getBoundingClientRect()
        return words.top < top || words.bottom > bottom
      })
    expect(cut, 'a name of many lines is cut off').toBe(false)
  })

  test('on a large screen each row of the grid is full', async ({ page, isMobile }) => {
    test.skip(isMobile, 'A phone has room for two beside each other.')
    await page.goto('/')
    const { logos } = parts(page)
    await logos.scrollIntoViewIfNeeded()
    const tops = await logos
      .getByRole('listitem')
      .evaluateAll((all) => all.map((item) => Math.round(item.getBoundingClientRect().top)))
    const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
    expect(rows).toEqual([5, 5, 5])
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
  expect(names).toEqual([
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
  ])
})
