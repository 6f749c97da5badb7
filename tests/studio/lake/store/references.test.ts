import { expect, test } from 'vitest'
import { toDocument } from '../../../../studio/lake/document.ts'
import { createReferenceIndex } from '../../../../studio/lake/store/references.ts'

const TIMES = { _rev: 'r', _createdAt: '2026-01-01', _updatedAt: '2026-01-01' }

test('nothing is kept of the references to a document once there are none', () => {
  const index = createReferenceIndex()
  const [nobody] = [index.referrers('home')]
  const referring = ['a', 'b'].map((_id) => toDocument({ _id, _type: 'x', to: { _ref: 'home' }, ...TIMES }))
  for (const document of referring) index.replace(undefined, document)
  expect([...index.referrers('home')]).toEqual(['a', 'b'])
  index.replace(referring[0], toDocument({ _id: 'a', _type: 'x', ...TIMES }))
  expect([...index.referrers('home')]).toEqual(['b'])
  index.replace(referring[1], undefined)
  expect(index.referrers('home')).toBe(nobody)
})
