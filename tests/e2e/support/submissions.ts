import type { Page } from '@playwright/test'
import { expect, goTo } from './studio.ts'

/** Signs in with the token and opens the submissions. */
export async function openSubmissions(page: Page, token: string): Promise<void> {
  await goTo(page, '/studio/submissions')
  await page.getByRole('link', { name: 'Access token' }).click()
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible()
}
