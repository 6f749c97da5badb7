import { FIRST, openPlaying, SECOND } from './support/examples.ts'
import { expect, test } from './support/test.ts'

test.describe('on phones', () => {
  test.skip(({ isMobile }) => !isMobile)

  for (const [width, height] of [
    [360, 640],
    [390, 844],
  ] as const) {
    test(`an example and its buttons fit a window of ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      const { section, carousel, next } = await openPlaying(page)
      for (let i = 1; i <= 7; i++) {
        const slide = await carousel.locator('[data-part=slide][data-current]').boundingBox()
        expect(slide?.height, `slide ${i}`).toBeLessThanOrEqual(height * 0.85)
        await next.click()
      }
      await expect(next).toBeInViewport({ ratio: 1 })
      await expect(section.getByRole('button', { name: 'Play examples' })).toBeInViewport({ ratio: 1 })
      const inputs = carousel.locator('[data-current] [data-part=input]').first()
      const header = (await page.getByRole('banner').boundingBox())?.height ?? Infinity
      expect((await inputs.boundingBox())?.y).toBeGreaterThan(header - 1)
    })
  }

  test('a tap on it ends it', async ({ page }) => {
    const { section, carousel, record, shown } = await openPlaying(page)
    await record.tap()
    await expect(carousel).not.toHaveAttribute('data-playing')
    const play = section.getByRole('button', { name: 'Play examples' })
    await page.clock.runFor(20_000)
    await expect(shown(FIRST)).toBeVisible()
    await play.tap()
    await expect(carousel).toHaveAttribute('data-playing')
  })

  test('a touch that scrolls the page leaves it playing', async ({ page }) => {
    const { section, carousel, record } = await openPlaying(page)
    const { x, y } = (await record.boundingBox()) ?? { x: 0, y: 0 }
    const touch = await page.context().newCDPSession(page)
    const from = await page.evaluate(() => scrollY)
    const at = (dy: number) => [{ x: x + 100, y: y + 100 - dy }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let dy = 20; dy <= 80; dy += 20)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dy) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(from)
    await expect(carousel).toHaveAttribute('data-playing')
    await expect(section.getByRole('button', { name: 'Pause examples' })).toBeVisible()
  })

  test('it is swiped on and back, and not before the first', async ({ page }) => {
    const { carousel, record, shown } = await openPlaying(page)
    const swipe = async (dx: number) => {
      const { y } = (await record.boundingBox()) ?? { y: 0 }
      await page.mouse.move(195 - dx / 2, y + 100)
      await page.mouse.down()
      for (let i = 1; i <= 8; i++) await page.mouse.move(195 - dx / 2 + (dx * i) / 8, y + 100)
      await page.mouse.up()
      await page.clock.runFor(1000)
    }
    await swipe(-200)
    await expect(shown(SECOND)).toBeVisible()
    await expect(carousel).not.toHaveAttribute('data-playing')
    await swipe(200)
    await expect(shown(FIRST)).toBeVisible()
    await swipe(200)
    await expect(shown(FIRST)).toBeVisible()
  })
})
