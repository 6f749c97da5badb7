import { expect, test } from './support/test.ts'

const GROUPS = [
  'Platform & Models',
  'Execution & Governance',
  'Integration & Rollout',
  'Security & Compliance',
  'Business & ROI',
]

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('five groups of four questions open and close by keyboard', async ({ page }) => {
      await page.goto('/')
      const faq = page.locator('#faq')
      for (const [i, name] of GROUPS.entries()) {
        const group = faq.getByRole('group').filter({ has: page.getByRole('heading', { name, level: 3 }) })
        const questions = group.getByRole('heading', { level: 4 })
        if (i > 0) {
          await expect(questions).toHaveCount(0)
          await group.locator('summary').press('Enter')
        }
        await expect(questions).toHaveCount(4)
        await expect(group.locator('summary')).toContainText(`10.${i + 1}`)
        await group.locator('summary').press('Space')
        await expect(questions).toHaveCount(0)
      }
    })
  })
}
