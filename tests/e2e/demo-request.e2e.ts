import { expect, test } from './support/test.ts'
import { entry, reserve, watchWaitlist } from './support/waitlist.ts'

test('opens from every control, which is kept beside the entry', async ({ page, isMobile }) => {
  // Where scrolling takes time, a press on a busy machine may begin on the control and end below it.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { posts } = await watchWaitlist(page)
  const controls: [path: string, part: string, name: string, source: string, wanted: string | null][] = [
    ['/', 'header', 'Book a Demo', 'header', 'demo'],
    ['/', '#hero', 'Get Early Access', 'hero', null],
    ['/', '#demo', 'Book a Demo', 'demo-preview', 'demo'],
    ['/', '#features', 'Get Early Access', 'pillars', null],
    ['/', '#closing', 'Get Early Access', 'closing', null],
    ['/', '#closing', 'Book a Demo', 'closing', 'demo'],
    ['/platform', 'main', 'Request a Demo', 'platform', 'demo'],
    ['/about', 'main', 'Join Waitlist', 'about', null],
  ]
  for (const [index, [path, part, name, source, wanted]] of controls.entries()) {
    if (new URL(page.url(), 'http://page').pathname !== path) await page.goto(path)
    const control = page.locator(part).getByRole('link', { name, exact: true })
    await control.filter({ visible: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Be the first to get early access' })
    await dialog.getByLabel('Work email').fill(`dana${index}@company.com`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => posts.at(-1), `${name} in ${part}${isMobile ? ' on a phone' : ''}`)
      .toMatchObject({ body: entry({ email: `dana${index}@company.com` }), from: source, wanted })
  }
})

test('says at each step what follows for a demo, and what for the waitlist', async ({ page }) => {
  await watchWaitlist(page)
  const words: [path: string, opener: string, texts: RegExp[]][] = [
    ['/platform', 'Request a Demo', [/we will arrange your demo/, /what you would like to see/, /your demo/]],
    ['/about', 'Join Waitlist', [/^Leave your email\. The/, /a little more/, /when your access opens/]],
  ]
  for (const [path, opener, [first, second, third]] of words) {
    await page.goto(path)
    await page.getByRole('link', { name: opener }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Be the first to get early access')
    await expect(dialog).toHaveAccessibleDescription(first ?? '')
    await reserve(dialog)
    await expect(dialog).toHaveAccessibleDescription(second ?? '')
    await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
    await expect(dialog).toHaveAccessibleName("Thanks — you're officially in!")
    await expect(dialog).toHaveAccessibleDescription(third ?? '')
  }
})
