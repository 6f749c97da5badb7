import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

function parts(page: Page) {
  const section = page.locator('#demo')
  return {
    section,
    play: section.getByRole('button', { name: 'Play the run' }),
    pause: section.getByRole('button', { name: 'Pause the run' }),
    slider: section.getByRole('slider', { name: 'One run, start to seal.' }),
    waiting: section.getByText('No draft until its reader is known.'),
    draft: section.locator('[data-part=draft]'),
    redlined: section.locator('[data-part=redlined]'),
    at: (n: number) => section.getByText(`${n} of 5`, { exact: true }),
  }
}

/** Opens the page with time standing still and the preview just below the fold: near, but not seen. */
async function openBelowFold(page: Page) {
  await page.clock.install({ time: 0 })
  await page.goto('/')
  await page.clock.pauseAt(60_000)
  const all = parts(page)
  const preview = all.section.locator('[data-behaviour=demo]')
  await preview.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight - 40, behavior: 'instant' }),
  )
  // A scroll that was over before the code of what is near came said nothing to it.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('scroll')))
    await expect(all.draft).toBeAttached({ timeout: 500 })
  }).toPass()
  const scrollIn = () => preview.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  return { ...all, preview, scrollIn }
}

async function openPlaying(page: Page) {
  const all = await openBelowFold(page)
  // Nobody sees it go back to its intake.
  await expect(all.redlined).toHaveCSS('opacity', '0')
  await all.scrollIn()
  await expect(all.pause).toBeVisible()
  return all
}

test('the run plays once when it is seen, 900 ms a step', async ({ page }) => {
  const { section, play, at } = await openPlaying(page)
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(at(step)).toBeVisible()
    await page.clock.runFor(850)
    await expect(at(step)).toBeVisible()
    if (step === 4) await expect(section.getByText('Seal: waiting for sign-off')).toBeVisible()
    await page.clock.runFor(50)
  }
  await expect(section.getByText('Seal: waiting for sign-off')).toBeHidden()
  await expect(play).toBeVisible()
  await page.clock.runFor(5000)
  await expect(at(5)).toBeVisible()
})

test(
  'what is read is whole at every step: nothing, then the draft, then what corrects it',
  {
    tag: '@firefox',
  },
  async ({ page }) => {
    const { section, waiting, draft, redlined, slider } = parts(page)
    await page.goto('/')
    await section.scrollIntoViewIfNeeded()
    await expect(draft).toBeAttached()
    /** What a step leaves to be seen of the three that share a place. */
    const seen = async (step: number) => {
      await slider.fill(String(step))
      const all = { waiting, draft, redlined }
      await expect
        .poll(async () => {
          const shown = await Promise.all(
            Object.entries(all).map(async ([name, part]) =>
              (await part.evaluate((element) => getComputedStyle(element).opacity)) === '1' ? name : '',
            ),
          )
          return shown.join('')
        }, `step ${step}`)
        .toBe(['waiting', 'draft'][step - 1] ?? 'redlined')
    }
    await seen(1)
    await seen(2)
    expect(await draft.innerText()).toBe(
      'Refunds are totally broken. The retry change did it. Customers are furious.',
    )
    await seen(3)
    await expect(redlined.getByRole('listitem')).toHaveCount(3)
    await expect(redlined.getByRole('insertion')).toHaveCount(3)
    expect(await unstruckWords(redlined), 'wherever its lines end').toEqual([])
    await seen(5)
    await seen(2)
  },
)

/** Struck words that no line runs through, at any width that their text may have. */
function unstruckWords(redlined: Locator): Promise<(string | null)[]> {
  return redlined.locator('[data-part=text]').evaluate((text: HTMLElement) => {
    const widths = Array.from({ length: 60 }, (_, i) => 200 + i * 10)
    const words = [...text.querySelectorAll('del > span')]
    const unstruck = widths.flatMap((width) => {
      text.style.width = `${width}px`
      return words.filter((word) => {
        const lines = ['::before', '::after'].map(
          (part) => parseFloat(getComputedStyle(word, part).width) || 0,
        )
        return Math.max(...lines) < (word.getClientRects()[0]?.width ?? 0) - 1
      })
    })
    text.style.width = ''
    return [...new Set(unstruck)].map((word) => word.textContent)
  })
}

test('one line runs through all gates', async ({ page, isMobile }) => {
  test.skip(isMobile, 'On phones nothing stretches the column of gates.')
  await page.goto('/')
  const gates = page.locator('#demo [data-part=step]')
  for (const width of [1024, 1180, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await gates.first().scrollIntoViewIfNeeded()
    // From a gate to what lies between the end of its line and the next gate, in px.
    const gaps = await gates.evaluateAll((all) =>
      all.slice(1).map((next, i) => {
        const gate = all[i] as Element
        const lineEnd =
          gate.getBoundingClientRect().bottom - parseFloat(getComputedStyle(gate, '::after').bottom)
        const nextTop =
          next.getBoundingClientRect().top +
          parseFloat(getComputedStyle(next).paddingTop) +
          parseFloat(getComputedStyle(next, '::before').marginTop)
        return Math.max(0, Math.round(nextTop - lineEnd))
      }),
    )
    expect(gaps, `at ${width} px`).toEqual([0, 0, 0, 0])
  }
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

test('its button, which has no words, says in a tooltip what it does', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Fingers don’t point.')
  const { play, pause } = await openPlaying(page)
  await pause.click()
  await page.mouse.move(5, 5, { steps: 8 })
  await play.hover()
  const tip = page.getByRole('tooltip', { name: 'Play the run' })
  // Its delay is of the page's time, and begins once its code is there.
  await expect(async () => {
    await page.clock.runFor(800)
    await expect(tip).toBeAttached({ timeout: 500 })
  }).toPass()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the last step stands, to be scrubbed by hand', async ({ page }) => {
    const { preview, slider, play, pause, at, scrollIn } = await openBelowFold(page)
    await expect(at(5)).toBeVisible()
    await scrollIn()
    await expect(preview).toBeInViewport({ ratio: 0.3 })
    await page.clock.runFor(6000)
    await expect(at(5)).toBeVisible()
    await expect(preview).not.toHaveAttribute('data-playing')
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
    const { section, redlined, draft, slider } = parts(page)
    await expect(redlined).toHaveCSS('opacity', '1')
    await expect(draft).toHaveCount(0)
    await expect(section.getByText('Seal: waiting for sign-off')).toBeHidden()
    await expect(slider).toBeHidden()
  })
})
