import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { effectsOf, effectsOfChange } from '../../../../studio/lake/history/effects.ts'

// The decoder that the Studio itself reads history with.
const { applyPatch } = createRequire(createRequire(import.meta.url).resolve('sanity'))('mendoza')

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [2], d: null } }],
  [
    {
      list: [
        { _key: 'a', t: 1 },
        { _key: 'b', t: 2 },
      ],
    },
    { list: [{ _key: 'b', t: 3 }, { _key: 'a', t: 1 }, { _key: 'c' }] },
  ],
  [{ list: [{ _key: 'a' }] }, { list: [] }],
  [{ list: [] }, { list: [{ _key: 'a' }] }],
  [
    { list: [{ _key: 'a', n: 1 }, { _key: 'a', n: 2 }, { _key: 'b' }] },
    { list: [{ _key: 'b' }, { _key: 'a', n: 2 }, { _key: 'a', n: 3 }, { _key: 'd', list: [{ _key: 'e' }] }] },
  ],
  [
    { list: [{ _key: 'a', list: [{ _key: 'b', n: [1] }] }] },
    { list: [{ _key: 'a', list: [{ _key: 'b', n: [] }] }] },
  ],
  [{ constructor: 1, a: 1 }, { a: 1 }],
  [{ text: 'ä' }, {}],
  [
    { a: { b: { c: 1, d: 2 } }, z: 1 },
    { a: { b: { c: 1, d: 3, e: [] } }, z: 1 },
  ],
])('what was done to a document can be redone and undone: %j', (before, after) => {
  const system = { _id: 'a', _type: 'b', _createdAt: 't', _updatedAt: 't' }
  const [left, right] = [
    { ...before, ...system },
    { ...after, ...system },
  ]
  // As the Studio does it, which takes revisions out before.
  const [from, to] = [
    { ...left, _rev: 'r' },
    { ...right, _rev: 's' },
  ]
  const { apply, revert } = effectsOf(from, to)
  expect(applyPatch(left, apply)).toEqual(right)
  expect(applyPatch(right, revert)).toEqual(left)
  expect(applyPatch(null, effectsOf(null, to).apply)).toEqual(right)
  expect(applyPatch(left, effectsOf(from, null).apply)).toBeNull()
})

const listOfTwo = () => [
  { _key: 'a', list: [{ _key: 'b' }, { _key: 'b' }] },
  { _key: 'c', at: { n: [1] } },
]

test('what did not change is not in the effects', () => {
  const document = { _id: 'a', _type: 'b', _rev: 'r', _createdAt: 't', _updatedAt: 't' }
  const changed = effectsOf(
    { ...document, list: listOfTwo(), n: 1 },
    { ...document, list: listOfTwo(), n: 2 },
  )
  expect(changed).toEqual({ apply: [17, 2, 'n'], revert: [17, 1, 'n'] })
})

test('the effects of a long list are found without going through all of it for each item, and once for all', () => {
  let reads = 0
  const listOf = (changed: number) =>
    Array.from({ length: 2000 }, (_, index) => ({
      get _key() {
        reads += 1
        return `k${index}`
      },
      n: index === changed ? 1 : 0,
    }))
  const document = { _id: 'a', _type: 'b', _createdAt: 't', _updatedAt: 't' }
  const before = { ...document, list: listOf(-1) }
  const after = { ...document, list: listOf(5).toReversed() }
  const change = { id: 'a', before: { ...before, _rev: 'r' }, after: { ...after, _rev: 's' }, mutations: [] }
  const effects = effectsOfChange(change)
  expect(applyPatch(before, effects.apply)['list'][1994]).toMatchObject({ n: 1 })
  expect(reads).toBeLessThan(50 * 2000)
  expect(effectsOfChange(change)).toBe(effects)
})
