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
        await expect(group.locator('summary')).toContainText('4 answers')
        await group.locator('summary').press('Space')
        await expect(questions).toHaveCount(0)
      }
      const above = await faq
        .locator('summary h3')
        .first()
        .evaluate((title) => {
          title.textContent = 'Who answers for what was decided, and where that is written'
          return title.getBoundingClientRect().top - title.parentElement!.getBoundingClientRect().top
        })
      expect(above, 'px of room above a title of several lines').toBeGreaterThanOrEqual(8)
    })

    test('price and audience are a step away, in answers that are closed at first', async ({ page }) => {
      // A link that still moves with a smooth scroll can't be pressed.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const faq = page.locator('#faq')
      for (const [question, answer] of [
        ['How is CAL priced?', /^By seat, with usage credits for the runs\./],
        ['Which companies is this for?', /^From small and growing businesses to global enterprises/],
      ] as const) {
        await page.goto('/')
        const words = faq.getByRole('paragraph').filter({ hasText: answer })
        await faq.getByRole('link', { name: question }).click()
        await expect(words).toBeInViewport()
        await expect(faq.getByRole('heading', { name: question })).toBeInViewport()
      }
    })
  })
}
