import { expect, test } from 'vitest'
import {
  excerptOf,
  patternOf,
  piecesOf,
  replaced,
  replacementFault,
  textOf,
} from '../../../../studio/tools/search/replacing.ts'

/** The text after replacing, or nothing where nothing matches. */
function replace(text: string, words: string, by: string, how = { isWholeWord: false, isSameCase: false }) {
  const pattern = patternOf({ words, ...how })
  const pieces = pattern ? piecesOf(text, pattern) : []
  return pieces.length === 0 ? undefined : textOf(replaced(pieces, by))
}

test.each([
  ['Runs run.', 'run', 'task', 'tasks task.'],
  ['1 + 1 (one)', '1 (one)', '2', '1 + 2'],
  ['two\nlines', 'two lines', 'one line', 'one line'],
  ['Kein $& hier', 'hier', '$&', 'Kein $& $&'],
  ['{brand} is our brand', 'brand', 'product', '{brand} is our product'],
  ['{brand} {brand}', 'brand', 'product', undefined],
  ['as {runs} run', 's {r', 'x', undefined],
  ['nothing', ' ', 'x', undefined],
  ['It’s “here”', `it's "here"`, 'there', 'there'],
  [`It's "here"`, 'it’s “here”', 'there', 'there'],
  ['sign\u2011off', 'sign-off', 'approval', 'approval'],
  ['a docu\u00ADment', 'document', 'page', 'a page'],
  ['a document', 'docu\u00ADment', 'page', 'a page'],
  ['the docu\u00ADments', 'document', 'page', 'the pages'],
  ['[-] a-b', '[-]', 'x', 'x a-b'],
  ['v1x2, v1.2', '1.2', '1.3', 'v1x2, v1.3'],
])('in “%s”, “%s” becomes “%s”', (text, words, by, result) => {
  expect(replace(text, words, by)).toBe(result)
})

test.each([
  [[5], []],
  [[1], ['', 'run', ' a run']],
  [
    [0, 3, 8],
    ['run a ', 'run', ''],
  ],
])('with parts that meet at %j, only what stands across is found', (seams, found) => {
  expect(piecesOf('run a run', /run/gu, seams).map(({ text }) => text)).toEqual(found)
})

test('whole words and case as typed, in any script', () => {
  const whole = { isWholeWord: true, isSameCase: false }
  expect(replace('A run, runs, rerun', 'run', 'task', whole)).toBe('A task, runs, rerun')
  expect(replace('über überall', 'über', 'auf', whole)).toBe('auf überall')
  expect(replace('re\u00ADrun, run\u00ADs, run', 'run', 'task', whole)).toBe('re\u00ADrun, run\u00ADs, task')
  const same = { isWholeWord: false, isSameCase: true }
  expect(replace('Run run', 'run', 'task', same)).toBe('Run task')
})

test.each([
  ['Ein Café und ein cafe\u0301s', 'cafe', ['Café', 'cafe\u0301']],
  ['über Überall', 'uber', ['über', 'Über']],
  ['schon schön', 'schön', ['schön']],
  ['scho\u0308n', 'schön', ['scho\u0308n']],
  ['Trần', 'tran', ['Trần']],
  ['naïve co\u00ADöperation', 'cooperation', ['co\u00ADöperation']],
])('in “%s”, “%s” finds %j, and replaces only what is written as typed', (text, words, found) => {
  const search = { words, isWholeWord: false, isSameCase: false }
  const matches = (isFolded: boolean) => {
    const pattern = patternOf({ ...search, isFolded })
    return pattern && piecesOf(text, pattern).flatMap((piece) => (piece.isMatch ? piece.text : []))
  }
  expect(matches(true)).toEqual(found)
  expect(matches(false)).toEqual(
    found.filter((one) => one.toLowerCase().normalize('NFC').replaceAll('\u00AD', '') === words),
  )
})

test('shows the sentences around what matched, and no more', () => {
  const pieces = piecesOf('First. Then two of them. Last.', /two/gu)
  const excerpt = excerptOf(pieces, ['Before. ', ' After.'])
  expect(textOf(excerpt)).toBe('Then two of them.')
  expect(excerpt.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'two', isMatch: true }])
  expect(textOf(excerptOf(piecesOf('two', /two/gu), ['It takes ', ' of them.']))).toBe(
    'It takes two of them.',
  )
  const twice = piecesOf('Before\nOne or two. Then two more\nAfter', /two/gu)
  expect(textOf(excerptOf(twice, ['', '']))).toBe('One or two. Then two more\n')
})

test('refuses what has no room in its field, and what would leave nothing', () => {
  const field = { longest: 5, around: ['', ''] }
  expect(replacementFault('123456', field)).toBe('Too long: 6 characters, and the field has room for 5.')
  expect(replacementFault('12345', field)).toBeUndefined()
  expect(replacementFault(' ', field)).toBe('Nothing would be left here.')
  expect(replacementFault('', { longest: undefined, around: ['Some', ''] })).toBeUndefined()
})
