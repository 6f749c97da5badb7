import { FIRST, openPlaying, parts, SECOND } from './support/examples.ts'
import { codeOfNear } from './support/near.ts'
import { expect, test } from './support/test.ts'

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing plays by itself and the buttons swap the examples', async ({ page }) => {
    const code = codeOfNear(page)
    await page.clock.install({ time: 0 })
    await page.goto('/')
    const { section, carousel, next, shown } = parts(page)
    await carousel.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
    await code
    await page.clock.runFor(20_000)
    await expect(carousel).not.toHaveAttribute('data-playing')
    await expect(shown(FIRST)).toBeVisible()
    await expect(section.getByRole('button', { name: 'Pause examples' })).toBeHidden()
    await next.click()
    await expect(shown(SECOND)).toBeVisible()
  })
})

test('a change to less motion stops it at a whole example, until it is changed back', async ({ page }) => {
  const { section, carousel, next, shown } = await openPlaying(page)
  const inputs = () =>
    carousel
      .locator('[data-current] [data-part=input]')
      .evaluateAll((all) => [...new Set(all.map((input) => getComputedStyle(input).opacity))])
  await page.clock.runFor(4600 + 300)
  expect((await inputs()).length).toBeGreaterThan(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(carousel).not.toHaveAttribute('data-playing')
  await expect(section.getByRole('button', { name: /^(?:Play|Pause) examples$/ })).toBeHidden()
  expect(await inputs()).toEqual(['1'])
  await page.clock.runFor(20_000)
  await expect(shown(SECOND)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(carousel).toHaveAttribute('data-playing')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(carousel).not.toHaveAttribute('data-playing')
  await next.click()
  expect(await inputs()).toEqual(['1'])
  await expect(carousel.locator('[data-current] [data-part=record]')).toHaveCSS(
    'transform',
    /none|1, 0, 0, 1, 0, 0/,
  )
})
