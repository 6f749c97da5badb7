import { array, assert, constantFrom, oneof, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { checkFrom, checkRules, checkTo, restingRules } from '../../../studio/schema/redirect-rules.ts'
import { sitePaths } from '../../../studio/schema/site-paths.ts'
import { collapse } from '../../../web/content/redirects.ts'
import { routes } from '../../../web/site/routes.tsx'

const pages = routes.map(({ path }) => path)
const known = new Set(pages)

type Pair = [from: string, to: string]

function rules(...pairs: Pair[]) {
  return pairs.map(([from, to], index) => ({ _key: `r${index}`, _type: 'redirect', from, to }))
}

/** Whether the Studio would let an editor publish these. */
function passes(...pairs: Pair[]): boolean {
  const fields = pairs.every(([from, to]) => checkFrom(from) === true && checkTo(to) === true)
  return fields && checkRules(rules(...pairs), known) === true
}

const spellings = [
  '/a',
  '/A/',
  '/b',
  '/b.html',
  '/c',
  '/c.pdf',
  '/a b',
  '/%E0%A4%A',
  '/a%2F',
  '//a',
  '/\\a',
  'a',
  '/api/a',
]
const path = constantFrom(...spellings, ...pages)
const place = oneof(path, constantFrom('/b?q#h', 'https://a.example', 'http://a.example', 'https:a', '#h'))

test('the Studio passes exactly the rules that a release takes', () => {
  assert(
    property(array(tuple(path, place), { maxLength: 5 }), (pairs) => {
      expect(passes(...pairs)).toBe(collapse(rules(...pairs), pages).faults.length === 0)
    }),
    { numRuns: 2_000 },
  )
})

test('a circle is named at the rules that are in it', () => {
  expect(checkRules(rules(['/a', '/b'], ['/b', '/a'], ['/c', '/contact']), known)).toEqual([
    { message: expect.stringContaining('/a → /b → /a'), path: [{ _key: 'r0' }, 'to'] },
    { message: expect.stringContaining('/b → /a → /b'), path: [{ _key: 'r1' }, 'to'] },
  ])
})

test.each(pages)('a rule from the page %s rests, and the editor is told so', (page) => {
  expect(restingRules(rules([page, '/contact'], ['/a', '/contact']), known)).toMatchObject([
    { path: [{ _key: 'r0' }, 'from'] },
  ])
})

test('a rule that is still being written is no fault of the list', () => {
  expect(checkRules(undefined, known)).toBe(true)
  expect(checkRules([{ _key: 'r0', from: '/a' }, { _key: 'r1' }], known)).toBe(true)
})

test('the pages that a redirect may lead to are those of the site, legal pages by their content', async () => {
  const slugs = ['privacy', 'tos', 'cookies', 'imprint']
  // A dataset of its own: callers that ask the same one within a quarter of a second share an answer.
  const client = {
    config: () => ({ dataset: 'redirects' }),
    fetch: () => Promise.resolve({ slugs, rules: null }),
  }
  const found = await sitePaths({ getClient: () => client as never })
  expect([...found.pages].toSorted()).toEqual([...pages, '/imprint'].toSorted())
})
