import { createSchema } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '../../../../studio/schema/index.ts'
import { findPlaces } from '../../../../studio/tools/search/find-places.ts'
import type { Copy } from '../../../../studio/tools/search/use-copy.ts'

const schema = createSchema({ name: 'site', types: schemaTypes })
const stored = { _rev: 'r', _createdAt: '', _updatedAt: '' }
const copy: Copy[] = [
  {
    id: 'settings',
    document: { ...stored, _id: 'settings', _type: 'settings', header: { menu: 'A xylem' } },
    hasDraft: false,
  },
  {
    id: 'step',
    document: { ...stored, _id: 'step', _type: 'step', text: 'Xylem' },
    hasDraft: false,
  },
]

function faultsFor(closed: readonly string[]) {
  const places = findPlaces(copy, schema, { pattern: /xylem/giu, replacement: 'sap', closed })
  return places.map(({ type, fault }) => [type, fault])
}

test('a text that this user may not change is found, and says who may', () => {
  expect(faultsFor(['settings'])).toEqual([
    ['settings', 'Settings are changed by administrators.'],
    ['step', undefined],
  ])
  expect(faultsFor([])).toEqual([
    ['settings', undefined],
    ['step', undefined],
  ])
})
