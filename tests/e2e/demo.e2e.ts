import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

function parts(page: Page) {
  const section = page.locator('#demo')
  return {
    section,
    play: section.getByRole('button', { name: 'Play the run' }),
    pause: section.getByRole('button', { name: 'Pause the run' }),
    slider: section.getByRole('slider', { name: 'One run, start to seal.' }),
    inserted: section.getByRole('insertion').first(),
    at: (n: number) => section.getByText(`${n} of 5`, { exact: true }),
  }
}

async function openPlaying(page: Page) {
  await page.clock.install({ time: 0 })
  await page.goto('/')
  await page.clock.pauseAt(60_000)
  const all = parts(page)
  const preview = all.section.locator('[data-behaviour=demo]')
  // Just below the fold: near, but not seen, so that it goes back to its intake unnoticed.
  await preview.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight - 40, behavior: 'instant' }),
  )
  await expect(all.inserted).toHaveCSS('opacity', '0')
  await preview.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(all.pause).toBeVisible()
  return all
}

test('the run plays once when it is seen, 900 ms a step', async ({ page }) => {
  const { section, inserted, play, at } = await openPlaying(page)
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(at(step)).toBeVisible()
    await page.clock.runFor(850)
    await expect(at(step)).toBeVisible()
    if (step === 2) await expect(inserted).toHaveCSS('opacity', '0')
    if (step === 3) await expect(inserted).toHaveCSS('opacity', '1')
    if (step === 4) await expect(section.getByText('Seal: waiting for sign-off')).toBeVisible()
    await page.clock.runFor(50)
  }
  await expect(section.getByText('Seal: waiting for sign-off')).toBeHidden()
  await expect(play).toBeVisible()
  await page.clock.runFor(5000)
  await expect(at(5)).toBeVisible()
})

test('it can be paused, goes on from there, and plays again from the start', async ({ page }) => {
  const { play, pause, at } = await openPlaying(page)
  await page.clock.runFor(1000)
  await pause.click()
  await page.clock.runFor(5000)
  await expect(at(2)).toBeVisible()
  await play.click()
  await expect(at(3)).toBeVisible()
  await page.clock.runFor(3000)
  await expect(at(5)).toBeVisible()
  await play.click()
  await expect(at(1)).toBeVisible()
})

test('a keyboard scrubs through the steps', async ({ page }) => {
  const { slider, play, at, section } = await openPlaying(page)
  await slider.focus()
  await page.keyboard.press('End')
  await expect(at(5)).toBeVisible()
  await expect(play).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(at(3)).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', '3 of 5')
  await expect(section.getByRole('listitem').filter({ hasText: /^routed/ })).toContainText('pending')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the last step stands, to be scrubbed by hand', async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.goto('/')
    const { section, slider, play, pause, at } = parts(page)
    await section.scrollIntoViewIfNeeded()
    await page.clock.runFor(6000)
    await expect(at(5)).toBeVisible()
    await expect(play.or(pause)).toHaveCount(0)
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(at(1)).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the preview is complete', async ({ page }) => {
    await page.goto('/')
    const { section, inserted, slider } = parts(page)
    await expect(inserted).toHaveCSS('opacity', '1')
    await expect(section.getByText('Seal: waiting for sign-off')).toBeHidden()
    await expect(slider).toBeHidden()
  })
})
