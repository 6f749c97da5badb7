import { array, assert, asyncProperty, integer, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { fewest } from '../../../../web/publisher/render/fewest.ts'

/** Finds which of `all` to take where each of `sets` is wrong while all of it is left; counts the tries. */
async function find(all: readonly number[], sets: readonly (readonly number[])[]) {
  let tries = 0
  const found = await fewest(all, async (taken) => {
    tries += 1
    return sets.filter((set) => !set.some((one) => taken.includes(one)))
  })
  return { found, tries }
}

test('one in a thousand is found in some twenty tries, with its fault', async () => {
  const all = Array.from({ length: 1_000 }, (_, i) => i)
  for (const one of [0, 499, 500, 999]) {
    const { found, tries } = await find(all, [[one]])
    expect([...found]).toEqual([[one, [[one]]]])
    expect(tries).toBeLessThanOrEqual(25)
  }
})

test('of two that are only wrong together, the one further ahead is taken', async () => {
  expect([...(await find([1, 2, 3, 4], [[2, 4]])).found.keys()]).toEqual([2])
})

test('without the items taken nothing is wrong, and with any of them something is', async () => {
  const sets = array(uniqueArray(integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 3 }))
  await assert(
    asyncProperty(sets, async (wrong) => {
      const all = Array.from({ length: 16 }, (_, i) => i)
      const taken = [...(await find(all, wrong)).found.keys()]
      const isRight = (some: readonly number[]) => wrong.every((set) => set.some((one) => some.includes(one)))
      expect(isRight(taken)).toBe(true)
      for (const one of taken) expect(isRight(taken.filter((other) => other !== one))).toBe(false)
    }),
  )
})
