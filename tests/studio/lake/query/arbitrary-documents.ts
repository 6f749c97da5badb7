import { array, boolean, constant, constantFrom, integer, oneof, record } from 'fast-check'

/** The fields that documents have, or may lack. */
export const FIELDS = [
  '_id',
  '_type',
  'title',
  'n',
  'flag',
  'ref',
  'refs',
  'tags',
  'items',
  'mixed',
  'missing',
  'at',
]

/** The parameters that generated queries use. */
export const PARAMS = {
  ids: ['a', 'c', 'nowhere'],
  word: 'one',
  n: 2,
  types: ['x', 'z'],
  mixed: ['a', 1, null, true],
  none: null,
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const TYPES = ['x', 'y', 'z']
const WORDS = ['one', 'Two', 'three four', 'one.two', 'Ünder', 'end.', '…dots..in', 'x*y', '', '1']

const id = constantFrom(...IDS)
const reference = record({
  _ref: oneof(id, constantFrom('drafts.a', 'nowhere')),
  _type: constant('reference'),
})
const scalar = oneof(constantFrom(...WORDS), integer({ min: -3, max: 5 }), boolean(), constant(null), id)
const item = record({ title: scalar, n: integer({ min: 0, max: 3 }), ref: reference }, { requiredKeys: [] })

const fields = record(
  {
    title: oneof({ weight: 4, arbitrary: constantFrom(...WORDS) }, { weight: 1, arbitrary: scalar }),
    n: oneof({ weight: 4, arbitrary: integer({ min: 0, max: 4 }) }, { weight: 1, arbitrary: scalar }),
    flag: boolean(),
    ref: oneof({ weight: 5, arbitrary: reference }, { weight: 1, arbitrary: scalar }),
    refs: array(reference, { maxLength: 3 }),
    tags: array(scalar, { maxLength: 4 }),
    items: array(oneof(item, scalar, array(scalar, { maxLength: 2 })), { maxLength: 3 }),
    mixed: oneof(scalar, item, array(scalar, { maxLength: 3 })),
    at: constantFrom('2025-01-01T00:00:00Z', '2025-06-01T10:00:00.5+02:00', 'never'),
  },
  { requiredKeys: [] },
)

/** Documents as a lake has them: with drafts and versions, references, lists, and fields of any type or none. */
export const documents = array(
  record({
    _id: oneof(
      { weight: 4, arbitrary: id },
      { weight: 2, arbitrary: id.map((own) => `drafts.${own}`) },
      { weight: 1, arbitrary: id.map((own) => `versions.r.${own}`) },
    ),
    _type: constantFrom(...TYPES),
    own: fields,
  }),
  { minLength: 1, maxLength: 14 },
)
