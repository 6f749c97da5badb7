import type { Page } from '@playwright/test'
import { allLaidOut } from './layout.ts'
import { expect } from './test.ts'

/**
 * Finds words that can't be read: beyond the window's sides, or clipped by a container. Says for each how far it
 * reaches. Hidden text and pictures of words are left out.
 */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const cut = new Set<string>()
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const text = words.currentNode.textContent?.trim()
      const element = words.currentNode.parentElement
      if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('svg, script, style, [data-part=slide]:not([data-current]), section[tabindex]'))
        continue
      const above: Element[] = []
      for (let e: Element | null = element; e; e = e.parentElement) above.push(e)
      const styles = above.map((e) => getComputedStyle(e))
      if (styles.some(({ clipPath, position }) => clipPath !== 'none' || position === 'fixed')) continue
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      const [left, right, top, bottom] = roomOf(element)
      for (const line of range.getClientRects())
        if (line.left < left - 1 || line.right > right + 1 || line.top < top - 3 || line.bottom > bottom + 3)
          cut.add(`${text.slice(0, 40)} (${Math.round(line.left)} to ${Math.round(line.right)})`)
    }
    return [...cut]

    /** The window's sides, narrowed by whatever clips the element. */
    function roomOf(element: Element): [left: number, right: number, top: number, bottom: number] {
      let [left, right, top, bottom] = [0, width, -Infinity, Infinity]
      for (let e: Element | null = element; e && e !== document.body; e = e.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(e)
        const box = e.getBoundingClientRect()
        if (/hidden|clip/.test(overflowX))
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        if (/hidden|clip/.test(overflowY))
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return [left, right, top, bottom]
    }
  })
}

/**
 * Opens a page with every answer, and sees that all of it is read by scrolling down alone. `change` runs in the page
 * before that.
 */
export async function expectAllToBeRead(page: Page, path: string, change?: () => void): Promise<void> {
  await page.goto(path)
  await allLaidOut(page)
  await page.locator('main details').evaluateAll((all) => {
    for (const group of all) group.setAttribute('open', '')
  })
  if (change) await page.evaluate(change)
  expect(await cutWords(page)).toEqual([])
  const width = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(width.scrollWidth).toBe(width.clientWidth)
}
