// The plain test: each refusal is a line on the console.
import { expect, test } from '@playwright/test'

test('no text becomes script', async ({ page }) => {
  await page.goto('/contact')
  const outcomes = await page.evaluate(() => {
    const attempts: (() => void)[] = [
      () => (document.createElement('div').innerHTML = '<p>x</p>'),
      () => (document.createElement('script').src = '/other.js'),
      () => new Worker('/other.js'),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'allowed'
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    })
  })
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError'])
})
