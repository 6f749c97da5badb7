import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument, type LakeDocument } from '../../../../studio/lake/document.ts'
import { applyPatch } from '../../../../studio/lake/mutate/patch.ts'
import { createBudget } from '../../../../studio/lake/mutate/path-budget.ts'

const item = fc.record({
  _key: fc.constantFrom('a', 'b', 'c'),
  text: fc.string(),
  tags: fc.array(fc.constantFrom('x', 'y')),
})
const documents = fc
  .record({
    list: fc.array(item, { maxLength: 4 }),
    tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }),
    group: fc.record({ text: fc.string(), deep: fc.record({ count: fc.integer() }) }),
  })
  .map((fields) => ({ _id: 'd', _type: 't', _rev: 'r', _createdAt: '', _updatedAt: '', ...fields }))

const PATHS = [
  'list',
  'list[0]',
  'list[-1]',
  'list[_key=="b"]',
  'list[_key=="b"].text',
  'list[0:2].tags',
  'list[].tags[0]',
  'tags',
  'tags[1:]',
  'group',
  'group.text',
  'group.deep.count',
  'group.deep',
  '..text',
]
const path = fc.constantFrom(...PATHS)
const values = fc.oneof(
  fc.constant('new'),
  fc.integer(),
  fc.constant(['p', 'q']),
  fc.constant({ text: 'n', deep: {} }),
)
const patches = fc.oneof(
  fc.tuple(fc.constantFrom('set', 'setIfMissing'), path, values).map(([name, to, value]) => ({
    [name]: { [to]: value },
  })),
  fc.tuple(fc.constantFrom('inc', 'dec'), path).map(([name, to]) => ({ [name]: { [to]: 1 } })),
  path.map((to) => ({ unset: [to] })),
  path.map((to) => ({ diffMatchPatch: { [to]: '@@ -0,0 +1,3 @@\n+new\n' } })),
  fc.tuple(fc.constantFrom('before', 'after', 'replace'), path, values).map(([place, to, value]) => ({
    insert: { [place]: to, items: [value, 'i'] },
  })),
)

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** The document that a patch makes of this one, or why it makes none. */
function patched(document: LakeDocument, patch: Record<string, unknown>): unknown {
  try {
    return toDocument(applyPatch(document, patch, createBudget()), document)
  } catch (error) {
    return String(error)
  }
}

test('a patch makes the same of a document that nobody may write into, and leaves it as it was', () => {
  fc.assert(
    fc.property(documents, fc.array(patches, { minLength: 1, maxLength: 4 }), (document, all) => {
      const before = structuredClone(document)
      let shared: unknown = frozen(structuredClone(document))
      let copied: unknown = structuredClone(document)
      for (const patch of all) {
        const [one, other] = [
          patched(shared as LakeDocument, patch),
          patched(copied as LakeDocument, structuredClone(patch)),
        ]
        expect(JSON.stringify(one)).toBe(JSON.stringify(other))
        if (typeof one === 'string') return
        shared = frozen(one)
        copied = structuredClone(other)
      }
      expect(document).toEqual(before)
    }),
    { numRuns: 2_000 },
  )
})
