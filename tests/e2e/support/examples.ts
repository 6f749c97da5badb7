import { expect, type Locator, type Page } from '@playwright/test'

/** Titles of the first two records. */
export const FIRST = 'Checkout p95 jumped after the 14:10 deploy'
export const SECOND = 'Q3 cloud spend: $220k over plan, and why'

/** The carousel of the home page and what stands in it. */
export function parts(page: Page) {
  const section = page.locator('#how-it-works')
  return {
    section,
    carousel: section.locator('[data-behaviour=examples]'),
    previous: section.getByRole('button', { name: 'Previous example' }),
    next: section.getByRole('button', { name: 'Next example' }),
    record: section.locator('[data-current] [data-part=record]'),
    shown: (title: string) => section.getByRole('heading', { name: title, level: 3 }),
  }
}

/** Opens the page with time standing still and the carousel below the header, about to play. */
export async function openPlaying(page: Page) {
  await page.clock.install({ time: 0 })
  await page.goto('/')
  await page.clock.pauseAt(60_000)
  const all = parts(page)
  await all.carousel.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  // Code that arrives after time was stopped waits for the end of a frame.
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(all.carousel).toHaveAttribute('data-playing', { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  return all
}

/**
 * Looks at the place of the record on every frame, at nine points. Returns what has been seen since: for each frame
 * the sample numbers of the records that were painted at them; `null` stands for a point without any.
 */
export async function watchRecord(carousel: Locator): Promise<() => Promise<(string | null)[][]>> {
  await carousel.evaluate((root) => {
    const seen: (string | null)[][] = []
    Object.assign(globalThis, { seen })
    const place = root.querySelector('[data-current] [data-part=record]')?.getBoundingClientRect()
    if (!place) throw new Error('There is no record.')
    const shares = [0.05, 0.5, 0.95]
    const points = shares.flatMap((x) =>
      shares.map((y) => [place.left + place.width * x, place.top + place.height * y] as const),
    )
    const look = () => {
      const painted = points.map(([x, y]) => {
        const record = document
          .elementsFromPoint(x, y)
          .find((element) => element.matches('[data-part=record]'))
        const opaque = record && getComputedStyle(record).opacity === '1'
        return opaque ? (/S-\d+/.exec(record.textContent)?.[0] ?? null) : null
      })
      seen.push([...new Set(painted)])
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => carousel.evaluate(() => (globalThis as unknown as { seen: (string | null)[][] }).seen)
}
