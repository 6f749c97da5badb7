import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Seal } from '../../../web/art/seal.tsx'

function lettering(words: string): { letter: number; room: number } {
  const drawn = renderToStaticMarkup(<Seal words={words} />)
  const [, room, letter] = /<text textLength="(\d+)" font-size="([\d.]+)"/.exec(drawn) ?? []
  return { letter: Number(letter), room: Number(room) / words.length }
}

test('words around the seal keep their size up to a full circle; longer ones are smaller, and none on another', () => {
  const launch = 'WORK ARRIVES IN PIECES · IT LEAVES ON THE RECORD ·'
  expect(lettering(launch).letter).toBe(10)
  const long = lettering(launch.repeat(4))
  // A capital is two thirds as wide as it is high.
  expect(long.letter * 0.65).toBeLessThan(long.room)
  const chinese = lettering('記録に残る仕事'.repeat(12))
  expect(chinese.letter).toBeLessThanOrEqual(chinese.room + 0.05)
})
