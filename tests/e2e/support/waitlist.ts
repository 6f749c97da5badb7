import { expect, type Locator, type Page } from '@playwright/test'

/** What the page posted to the waitlist. */
interface WaitlistPost {
  body: Record<string, string>
  key: string | undefined
  from: string | null
  /** What was asked for beyond a place on the waitlist. */
  wanted: string | null
  /** How long the popup had been open, in ms. */
  age: number
}

/** Counts what the page posts to the waitlist, and lets a test answer in the API's place. */
export async function watchWaitlist(page: Page): Promise<{
  posts: WaitlistPost[]
  answerWith: (answer: number | 'offline' | 'never') => void
}> {
  const posts: WaitlistPost[] = []
  let answer: number | 'offline' | 'never' = 200
  await page.context().route('**/api/waitlist?*', async (route) => {
    const request = route.request()
    const age = Number(request.headers()['form-age'])
    expect(age).toBeGreaterThanOrEqual(0)
    const { searchParams } = new URL(request.url())
    posts.push({
      body: request.postDataJSON() as Record<string, string>,
      key: request.headers()['idempotency-key'],
      from: searchParams.get('from'),
      wanted: searchParams.get('for'),
      age,
    })
    if (answer === 'offline') return route.abort('internetdisconnected')
    if (answer === 'never') return undefined
    return route.fulfill({ status: answer, json: {} })
  })
  return {
    posts,
    answerWith: (next) => {
      answer = next
    },
  }
}

/** Opens the popup from the home page's first view. */
export async function openPopup(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Early Access' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

/** Fills in step 1 and goes on to step 2. */
export async function reserve(dialog: Locator, email = 'dana@company.com'): Promise<void> {
  await dialog.getByLabel('Work email').fill(email)
  await dialog.getByRole('button', { name: 'Reserve My Spot' }).click()
  await expect(dialog.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
}

/**
 * Goes to another page once no answer is pending, and waits until nothing more is sent: a page sends as it ends, and the
 * next one sends what is left.
 */
export async function goOn(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
  await page.goto('/about', { waitUntil: 'networkidle' })
}

/** The full entry that an email alone makes. */
export function entry(fields: Record<string, string> = {}): Record<string, string> {
  return {
    email: 'dana@company.com',
    firstName: '',
    company: '',
    role: '',
    companySize: '',
    useCase: '',
    ...fields,
  }
}
