import type { Page } from '@playwright/test'

/** What a visitor writes. */
export const message = { name: 'Dana', email: 'dana@company.com', message: 'Could you call us?\nThank you.' }

/** Writes it into the form. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(message.name)
  await page.getByLabel('Email', { exact: true }).fill(message.email)
  await page.getByLabel('Message', { exact: true }).fill(message.message)
}

/** Answers in the API's place and counts what was posted. */
export async function watchContact(page: Page, answer: () => number | 'offline' | 'never') {
  const posts: Record<string, string>[] = []
  await page.route('**/api/contact', async (route) => {
    posts.push(route.request().postDataJSON() as Record<string, string>)
    const status = answer()
    if (status === 'offline') return route.abort('internetdisconnected')
    if (status === 'never') return undefined
    return route.fulfill({ status, json: {} })
  })
  return posts
}
