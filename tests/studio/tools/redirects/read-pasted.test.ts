import { expect, test } from 'vitest'
import { readPasted } from '../../../../studio/tools/redirects/read-pasted.ts'

test.each([
  ['spaces', '/old  /new'],
  ['a tab', '/old\t/new'],
  ['a comma, as in CSV', '"/old","/new"'],
  ['a semicolon', '/old;/new;301'],
  ['an arrow', '/old → /new'],
  ['a typed arrow', '/old -> /new'],
  ['what a server had', '/old /new 301!'],
  ['columns with names', 'Old path,Destination\r\n/old,/new\r\n'],
  ['remarks and empty lines', '# moved in spring\n\n  /old /new  \n'],
])('reads lines with %s', (_, text) => {
  expect(readPasted(text, [])).toEqual({ valid: [{ from: '/old', to: '/new' }], invalid: [], duplicates: [] })
})

test('names each line that is no redirect, adds the others, and says what is there twice', () => {
  const text =
    '/a /contact\nold /contact\n/b\n/A/ /platform\n/c http://x.example\n/d /e /f\n/known /\n/g /g.html'
  const { valid, invalid, duplicates } = readPasted(text, ['/Known'])
  expect(valid).toEqual([{ from: '/a', to: '/contact' }])
  expect(invalid.map(({ line, reason }) => [line, reason])).toEqual([
    [2, expect.stringContaining('“old” is no path of this site.')],
    [3, 'There is one address here. Write the old path, a space, and where it leads to.'],
    [5, expect.stringContaining('“http://x.example” is neither a path')],
    [6, 'There are 3 addresses here. Write two on each line.'],
    [8, 'It leads to itself.'],
  ])
  expect(duplicates).toEqual([
    { line: 4, from: '/A/' },
    { line: 7, from: '/known' },
  ])
})

test('old paths are compared as the server does, however they are written', () => {
  const { valid, invalid, duplicates } = readPasted(
    '/%C3%9Cber-uns /about\n/%6Fld /contact\n/old /\n/index.html /',
    ['/über-uns'],
  )
  expect(valid).toEqual([{ from: '/%6Fld', to: '/contact' }])
  expect(duplicates).toEqual([
    { line: 1, from: '/%C3%9Cber-uns' },
    { line: 3, from: '/old' },
  ])
  expect(invalid.map(({ line, reason }) => [line, reason])).toEqual([[4, 'It leads to itself.']])
})

test('an address may hold a comma where something else stands between', () => {
  expect(readPasted('/old\thttps://example.com/a,b', []).valid).toEqual([
    { from: '/old', to: 'https://example.com/a,b' },
  ])
})
