import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.skip(({ isMobile }) => isMobile, 'Colours are the same at every width.')
test.use({ contextOptions: { contrast: 'more', reducedMotion: 'reduce' } })

interface Painted {
  html: string
  kind: 'words' | 'line'
  color: string
  ground: string
}

/** All words and upper borders that the page draws, with what they are on. */
function painted(page: Page): Promise<Painted[]> {
  return page.locator('header, footer, footer *, main, main *').evaluateAll((all) => {
    const CLEAR = 'rgba(0, 0, 0, 0)'
    return all
      .filter((element) => element.checkVisibility() && !element.closest('svg, [disabled]'))
      .flatMap((element) => {
        const { color, borderTopWidth, borderTopColor } = getComputedStyle(element)
        const html = element.outerHTML.slice(0, 120)
        const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
        const isDrawn = parseFloat(borderTopWidth) > 0 && borderTopColor !== CLEAR
        const line = { html, kind: 'line', color: borderTopColor, ground: groundOf(element.parentElement) }
        const words = { html, kind: 'words', color, ground: groundOf(element) }
        return [...(says ? [words] : []), ...(isDrawn ? [line] : [])] as Painted[]
      })

    function groundOf(element: Element | null): string {
      for (let e = element; e; e = e.parentElement) {
        const { backgroundColor } = getComputedStyle(e)
        if (backgroundColor !== CLEAR) return backgroundColor
      }
      return CLEAR
    }
  })
}

/** Words with less than 7:1, but for those in the signal's red, and lines with less than 3:1. */
function isFaint({ kind, color, ground }: Painted): boolean {
  const [red = 0, green = 0] = channels(color)
  if (kind === 'words' && red > green * 2) return false
  const [dark = 0, light = 0] = [luminance(color), luminance(ground)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05) < (kind === 'words' ? 7 : 3)
}

function channels(color: string): number[] {
  return (color.match(/[\d.]+/gu) ?? []).slice(0, 3).map(Number)
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`a reader who asks for more contrast finds no faint words and lines (${colorScheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of ['/contact', '/platform']) {
      await page.goto(path)
      expect((await painted(page)).filter(isFaint), path).toEqual([])
    }
    // Its preview of a draft mutes what it strikes out.
    await page.goto('/')
    expect((await painted(page)).filter((part) => part.kind === 'line' && isFaint(part))).toEqual([])
  })
