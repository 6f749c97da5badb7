import { openCalculator } from './support/roi.ts'
import { expect, test } from './support/test.ts'

test('shows all digits of a figure that its row has room for, on a phone as well', async ({ page }) => {
  const { field } = await openCalculator(page)
  await field('Hourly rate').fill('1234567890')
  await field('Monthly runs per person').fill('123456789012345')
  await field('Team size').focus()
  await expect(field('Monthly runs per person')).toHaveValue('123,456,789,012,345')
  const cut = await page
    .locator('#roi')
    .getByRole('textbox')
    .evaluateAll((all) => all.filter((input) => input.scrollWidth > input.clientWidth).length)
  expect(cut).toBe(0)
})

test('no number is too large to be shown, or wider than its sheet', async ({ page }) => {
  const { field, total } = await openCalculator(page)
  for (const name of ['Hours saved per run', 'Hourly rate', 'Monthly runs per person']) {
    await field(name).fill('1e308')
  }
  await expect(total).toHaveText('$1.8E308')
  await expect(page.locator('#roi')).not.toContainText(/NaN|Infinity|∞/)
  for (const amount of ['999999', '99999999999']) {
    await field('Hours saved per run').fill(amount)
    await field('Hourly rate').fill('40')
    await field('Monthly runs per person').fill('50')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    const overflow = await total.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('the ring of a field stays within its frame', async ({ page }) => {
  const { field } = await openCalculator(page)
  for (const name of ['Hours saved per run', 'Team size']) {
    await field(name).focus()
    const room = await field(name).evaluate((input) => {
      let ringed: Element = input
      while (getComputedStyle(ringed).outlineStyle !== 'solid' && ringed.parentElement)
        ringed = ringed.parentElement
      const { outlineWidth, outlineOffset } = getComputedStyle(ringed)
      const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset)
      const ring = ringed.getBoundingClientRect()
      const frame = input.closest('div')?.getBoundingClientRect() ?? new DOMRect()
      return (
        Math.min(
          ring.left - frame.left,
          frame.right - ring.right,
          ring.top - frame.top,
          frame.bottom - ring.bottom,
        ) - reach
      )
    })
    expect(room, name).toBeGreaterThanOrEqual(0)
  }
})

test('on a small phone each working stays in one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openCalculator(page)
  const lines = await page.locator('#roi dl small').evaluateAll((all) =>
    all.map((one) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )
  expect(lines).toEqual([1, 1, 1, 1, 1])
})

test('on a small phone the unit of a large number stays in its line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const { field } = await openCalculator(page)
  const rate = field('Hourly rate')
  const height = () => rate.evaluate((input) => input.closest('div')?.clientHeight)
  const before = await height()
  await rate.fill('123456789012')
  await rate.blur()
  await expect(rate).toHaveValue('123,456,789,012')
  expect(await height()).toBe(before)
})
