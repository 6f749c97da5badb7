import { expect, test } from 'vitest'
import { foundPlaces } from '../../../../studio/tools/form/found-places.ts'

const places = Array.from({ length: 1_000 }, (_, i) => ({ value: `/offer-${i}`, title: `Webinar ${i}` }))
const values = (typed: string) => foundPlaces(places, typed).map(({ value }) => value)

test('of a thousand pages as many are listed as can be drawn, and each is found by its title or address', () => {
  expect(values('')).toEqual(places.slice(0, 100).map(({ value }) => value))
  expect(values('WEBINAR 98')).toEqual([
    '/offer-98',
    ...Array.from({ length: 10 }, (_, i) => `/offer-98${i}`),
  ])
  expect(values('/offer-987')).toEqual(['/offer-987'])
  expect(values('nowhere')).toEqual([])
})
