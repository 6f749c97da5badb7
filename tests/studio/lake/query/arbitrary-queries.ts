import { array, constantFrom, letrec, oneof, tuple, type Arbitrary } from 'fast-check'
import { FIELDS } from './arbitrary-documents.ts'

const call = (name: string, ...args: Arbitrary<string>[]) =>
  tuple(...args).map((given) => `${name}(${given.join(', ')})`)

const sides = (operators: readonly string[], one: Arbitrary<string>, other: Arbitrary<string>) =>
  tuple(one, constantFrom(...operators), other).map(
    ([left, operator, right]) => `(${left} ${operator} ${right})`,
  )

/** Queries of all kinds, most of which find something in such documents. */
export const { query: queries } = letrec<{
  query: string
  value: string
  test: string
  path: string
  list: string
  projection: string
}>((tie) => {
  const [value, test, path, list, projection] = [
    tie('value'),
    tie('test'),
    tie('path'),
    tie('list'),
    tie('projection'),
  ]
  const field = constantFrom(...FIELDS)
  const literal = oneof(
    constantFrom(
      '"a"',
      '"b"',
      '"x"',
      '"one"',
      '"on*"',
      '"*e"',
      '"t*r*"',
      '1',
      '2',
      '0',
      'true',
      'false',
      'null',
    ),
    constantFrom(
      '$ids',
      '$word',
      '$n',
      '$types',
      '$mixed',
      '$none',
      '$absent',
      '["a", "b", $word]',
      '[1, null, "one"]',
    ),
  )
  const parent = constantFrom(
    '^',
    '^.^',
    '^._id',
    '^._type',
    '^.n',
    '^.ref._ref',
    '^.^._id',
    '^.title',
    '^.refs[]._ref',
  )
  const referenced = oneof(
    literal,
    parent,
    constantFrom('"c"', '"drafts.a"', 'ref._ref', '["d", "e"]', '^.tags'),
  )

  return {
    query: oneof(
      { weight: 3, arbitrary: list },
      { weight: 1, arbitrary: value },
      { weight: 1, arbitrary: projection },
    ),
    path: oneof(
      { depthIdentifier: 'path' },
      { weight: 5, arbitrary: field },
      { weight: 2, arbitrary: parent },
      constantFrom(
        '@',
        'ref._ref',
        'ref->',
        'ref->title',
        'ref->ref->n',
        'refs[]->title',
        'refs[]._ref',
        'refs[0]->',
        'items[].title',
        'items[]',
        'tags[0]',
        'tags[-1]',
        'tags[0..1]',
        'tags[1...3]',
        'items[0].ref->_id',
        'items[].ref->title',
        'items[][]',
      ),
      tuple(tie('path'), field).map(([base, name]) => `${base}.${name}`),
      tuple(field, test).map(([base, condition]) => `${base}[${condition}]`),
    ),
    test: oneof(
      { depthIdentifier: 'test', maxDepth: 3 },
      {
        weight: 3,
        arbitrary: sides(['==', '!=', '<', '<=', '>', '>='], tie('path'), oneof(literal, parent, path)),
      },
      {
        weight: 2,
        arbitrary: constantFrom(
          '_type == "x"',
          '_type in $types',
          '_id in $ids',
          '"y" == _type',
          '_type == ^._type',
          '_id == ^.ref._ref',
          'ref._ref == ^._id',
          '^._id in refs[]._ref',
          '_id in ^.refs[]._ref',
          'n == ^.n',
          'title == ^.title',
          '^.n in tags',
          '_id in path("drafts.**")',
          '_id in path("*")',
        ),
      },
      { weight: 2, arbitrary: sides(['in'], path, oneof(literal, path, list)) },
      { weight: 2, arbitrary: sides(['match'], path, oneof(literal, path)) },
      {
        weight: 3,
        arbitrary: array(referenced, { minLength: 1, maxLength: 3 }).map(
          (args) => `references(${args.join(', ')})`,
        ),
      },
      { weight: 3, arbitrary: sides(['&&', '||'], test, test) },
      call('defined', path),
      test.map((own) => `!(${own})`),
      tuple(path, literal, literal, constantFrom('..', '...')).map(
        ([own, low, high, dots]) => `(${own} in ${low}${dots}${high})`,
      ),
      sides(['==', '>', '<'], call('count', list), constantFrom('0', '1', '2')),
    ),
    list: oneof(
      { depthIdentifier: 'list', maxDepth: 3 },
      { weight: 3, arbitrary: test.map((own) => `*[${own}]`) },
      { weight: 2, arbitrary: tuple(test, field).map(([own, name]) => `*[${own}].${name}`) },
      { weight: 2, arbitrary: tuple(test, projection).map(([own, shape]) => `*[${own}]${shape}`) },
      {
        weight: 2,
        arbitrary: tuple(
          list,
          array(
            tuple(
              oneof(field, path, constantFrom('lower(title)', 'count(tags)', 'dateTime(at)')),
              constantFrom('', ' asc', ' desc'),
            ),
            { minLength: 1, maxLength: 2 },
          ),
        ).map(([own, keys]) => `${own} | order(${keys.map((key) => key.join('')).join(', ')})`),
      },
      tuple(list, constantFrom('[0]', '[0..2]', '[1...3]', '[-2..-1]', '[]')).map((parts) => parts.join('')),
      tuple(list, test).map(([own, condition]) => `(${own})[${condition}]`),
      tuple(
        test,
        constantFrom('title match "one"', 'boost(title match "t*", 2)', 'n > 1', 'boost(n == 2 || flag, 3)'),
      ).map(([own, score]) => `*[${own}] | score(${score})`),
      constantFrom('*', '*[]._id', 'tags', 'items', '^.tags', '[1, ...tags, @]', '[..."a", ...$ids]'),
    ),
    value: oneof(
      { depthIdentifier: 'value', maxDepth: 3 },
      { weight: 3, arbitrary: path },
      { weight: 2, arbitrary: literal },
      { weight: 2, arbitrary: test },
      { weight: 2, arbitrary: list },
      { weight: 2, arbitrary: sides(['+', '-', '*', '/', '%', '**'], value, value) },
      call('count', list),
      call('coalesce', path, value),
      call(
        'select',
        tuple(test, value).map((own) => own.join(' => ')),
        value,
      ),
      ...[
        'length',
        'lower',
        'upper',
        'string',
        'round',
        'dateTime',
        'pt::text',
        'array::unique',
        'array::compact',
        'math::sum',
        'math::min',
        'math::max',
        'math::avg',
        '-',
        '+',
      ].map((name) => call(name, value)),
      call('array::join', list, constantFrom('"-"', '1')),
      call('array::intersects', list, oneof(list, literal)),
      call('string::split', path, constantFrom('" "', '""', '"."')),
      call('string::startsWith', path, literal),
      sides(['-', '<', '=='], call('dateTime', path), constantFrom('dateTime("2025-03-01T00:00:00Z")', '60')),
      tuple(path, projection).map((parts) => parts.join('')),
      projection,
    ),
    projection: array(
      oneof(
        field,
        constantFrom(
          '...',
          'ref->',
          '"to": ref->{title, "back": ^._id}',
          '...ref->',
          '"all": refs[]->{_id, n}',
          'items[]{title, "up": ^._id}',
          '"refers": count(*[references(^._id)])',
          '"self": @',
          'tags[]',
        ),
        tuple(constantFrom('k', 'l', 'title'), value).map(([name, own]) => `"${name}": ${own}`),
        tuple(test, field).map(([condition, name]) => `${condition} => {${name}, "because": true}`),
        value.map((own) => `...${own}`),
      ),
      { minLength: 1, maxLength: 4 },
    ).map((parts) => `{${parts.join(', ')}}`),
  }
})
