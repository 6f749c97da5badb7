import type { Locator } from '@playwright/test'

/** Writes the numbers of an element as Germans do, each text in two `font` elements, as browsers' translators do. */
export async function translate(element: Locator): Promise<void> {
  await element.evaluate((root) => {
    const texts: Node[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = (text.textContent ?? '').replace('.', ',')
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
  })
}
