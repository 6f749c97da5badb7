import { expect, test } from 'vitest'
import { createPictureCache } from '../../../../studio/lake/assets/picture-cache.ts'

const MB = 1024 * 1024
const ofSize = (bytes: number) => ({ bytes: Buffer.alloc(bytes), type: 'image/png' })

test('as many pictures are kept as fit into 64 MB, those that were asked for last', () => {
  const cache = createPictureCache()
  cache.keep('first', ofSize(20 * MB))
  cache.keep('second', ofSize(20 * MB))
  cache.keep('third', ofSize(20 * MB))
  expect(cache.get('first')?.bytes).toHaveLength(20 * MB)
  cache.keep('fourth', ofSize(20 * MB))
  expect(['first', 'second', 'third', 'fourth'].map((key) => cache.get(key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('pictures of a pixel each, which anybody may ask for by the thousand, do not pile up', () => {
  const cache = createPictureCache()
  const keys = Array.from({ length: 20_000 }, (_, index) => `w=1&h=${index}`)
  for (const key of keys) cache.keep(key, ofSize(74))
  const kept = keys.filter((key) => cache.get(key) !== undefined)
  expect(kept.length).toBeLessThan(10_000)
  expect(kept.at(-1)).toBe(keys.at(-1))
})
