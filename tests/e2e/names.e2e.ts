import { allLaidOut } from './support/layout.ts'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

/**
 * Texts whose parts stand apart for the eye alone: a screen reader, a reading view or a paste runs them together.
 * Only the rendered page shows how it looks.
 */
function runTogether(): string[] {
  const named = document.querySelectorAll<HTMLElement>('a, button, summary, h1, h2, h3, h4, label, dt, p')
  return [...named].flatMap((element) => {
    const isRead = element.closest('[aria-hidden=true]') === null
    if (!isRead || !element.checkVisibility({ visibilityProperty: true })) return []
    const read = element.cloneNode(true) as HTMLElement
    for (const part of read.querySelectorAll('[aria-hidden=true]')) part.remove()
    const text = read.textContent.trim()
    const seen = new Set(['', ...element.innerText.split(/\s+/)])
    return text.split(/\s+/).every((word) => seen.has(word)) ? [] : [text]
  })
}

for (const path of ROUTES) {
  test(`links, buttons and headings on ${path} read as words`, async ({ page }) => {
    await page.goto(path)
    await allLaidOut(page)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await page.evaluate(runTogether)).toEqual([])
  })
}
