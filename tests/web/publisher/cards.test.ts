import sharp from 'sharp'
import { expect, test } from 'vitest'
import { card, drawCard } from '../../../web/publisher/cards.ts'

const home = {
  title: 'CAL',
  word: 'CAL',
  descriptor: 'Execution Governance Engine',
  headline: ['Decisions.', 'Governed.'],
}

async function expectCard(text: typeof home): Promise<Buffer> {
  const bytes = await card(text)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  return bytes
}

/** The columns, in px, in which the brand of two cards differs. */
async function columnsThatDiffer(one: Buffer, other: Buffer): Promise<number[]> {
  const brand = { left: 0, top: 60, width: 1200, height: 60 }
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).extract(brand).greyscale().raw().toBuffer()),
  )
  const columns = new Set<number>()
  a?.forEach((value, at) => Math.abs(value - (b?.[at] ?? 0)) > 60 && columns.add(at % brand.width))
  return [...columns].toSorted((x, y) => x - y)
}

test('the card of home shows a headline of one line, and one whose other line has nothing to draw', async () => {
  const one = await expectCard({ ...home, headline: ['Decisions.'] })
  for (const blank of ['', '  ', '\u200B', '\u00AD\u2060', '\u2800', '\0']) {
    const bytes = await expectCard({ ...home, headline: ['Decisions.', blank] })
    expect(bytes.equals(one), JSON.stringify(blank)).toBe(true)
  }
  expect((await expectCard(home)).equals(one)).toBe(false)
})

test('a card without any text shows the mark', async () => {
  await expectCard({ title: '\u200B', word: ' ', descriptor: '', headline: [] })
  expect(await expectCard({ ...home, title: '\u200B' })).toEqual(await expectCard({ ...home, headline: [] }))
})

test('the descriptor stands behind the word, however long that is', async () => {
  for (const word of ['CAL', 'Meridian', 'COMMONWEALTH']) {
    const bare = await expectCard({ ...home, title: 'About', word: '', descriptor: '' })
    const withWord = await expectCard({ ...home, title: 'About', word, descriptor: '' })
    const whole = await expectCard({ ...home, title: 'About', word })
    const end = (await columnsThatDiffer(bare, withWord)).at(-1) ?? 0
    const start = (await columnsThatDiffer(withWord, whole))[0] ?? 0
    expect(end).toBeGreaterThan(144)
    expect(start - end).toBeGreaterThan(20)
    expect(start - end).toBeLessThan(50)
  }
})

test('a title is drawn without what no type can set, and as large as there is room', async () => {
  expect(await expectCard({ ...home, title: 'About\0 us' })).toEqual(
    await expectCard({ ...home, title: 'About us' }),
  )
  for (const title of ['&', '<b>', 'One\n'.repeat(30), `A${'\u0301'.repeat(119)}`, 'W'.repeat(5_000)])
    await expectCard({ ...home, title })
})

test('a card that can’t be drawn is left out', async () => {
  const text = { ...home, descriptor: 5 as unknown as string }
  expect(await drawCard('assets/card.png', text)).toBeUndefined()
  expect(await drawCard('assets/card.png', home)).toBeInstanceOf(Buffer)
})
