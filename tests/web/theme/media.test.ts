import { expect, test } from 'vitest'
import * as media from '../../../web/theme/media.ts'

const EM = 16
/** Device pixels for each px: what screens have, times what browsers zoom by. */
const SCALES = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 3, 3.5].flatMap((screen) =>
  [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5].map(
    (zoom) => screen * zoom,
  ),
)
/** Browsers round lengths to a 60th or a 64th of a px. */
const ROUNDING = 1 / 60

/** What a product of two fractions may be off by. */
const NOISE = 1e-9

const queries = Object.values(media)
  .flatMap((value) => (typeof value === 'object' ? Object.values<string>(value) : [value]))
  .filter((value) => typeof value === 'string')
  .join()

/** The sizes that a feature names, in px. */
function sizes(feature: RegExp): number[] {
  const found = [...queries.matchAll(feature)].map(([, em]) => Number(em) * EM)
  expect(found).not.toEqual([])
  return [...new Set(found)]
}

test.each(sizes(/max-(?:width|height):([\d.]+)em/g))(
  'no window is wider than %d px and narrower than the next whole px',
  (most) => {
    const next = Math.floor(most) + 1
    const between = SCALES.map((scale) => (Math.ceil(next * scale - NOISE) - 1) / scale).filter(
      (size) => size > most,
    )
    expect(between).toEqual([])
    expect(next - most).toBeGreaterThan(ROUNDING / 2)
  },
)

test('what is below a breakpoint ends where what is from it begins', () => {
  const from = sizes(/min-width:([\d.]+)em/g)
  for (const [name, query] of Object.entries(media.from)) {
    const counterpart = (media.below as Record<string, string>)[name]
    if (counterpart) expect([name, sizeOf(query)]).toEqual([name, Math.floor(sizeOf(counterpart)) + 1])
  }
  expect(from).toContain(Math.floor(sizeOf(media.collapsed)) + 1)
})

function sizeOf(query: string): number {
  return Number(/:([\d.]+)em/.exec(query)?.[1]) * EM
}
