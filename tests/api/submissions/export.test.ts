import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../../api/submissions/export.ts'

const separators = [',', ';', '\t', '|', '،', '؛']

/** Reads as spreadsheets do: quotes count at the start of a cell, what follows them up to the separator is text. */
function readQuoted(text: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let quoted = false
  let fresh = true
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const row = rows.at(-1) ?? []
    if (quoted && character === '"' && text[at + 1] === '"') {
      row.push((row.pop() ?? '') + character)
      at += 1
    } else if (quoted) {
      if (character === '"') quoted = false
      else row.push((row.pop() ?? '') + character)
    } else if (fresh && character === '"') {
      quoted = true
    } else if (character === separator) {
      row.push('')
      fresh = true
      continue
    } else if (/[\r\n]/u.test(character)) {
      rows.push([''])
      fresh = true
      continue
    } else row.push((row.pop() ?? '') + character)
    fresh = false
  }
  return rows
}

/** Reads as programs do that know no quotes at all. */
function readPlain(text: string, separator: string): string[][] {
  return text.split(/[\r\n]/u).map((row) => row.split(separator))
}

/** A cell that some program would run: it may leave out blanks, quotes and what can't be seen. */
const runs = /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u

const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(...separators, '=', '+', '-', '@', '＝', '＠', '"', '""', "'", ' ', '\n', '\r', '\r\n'),
      fc.constantFrom('\u00A0', '\u200B', '\uFEFF', '\u2028', 'a', "cmd|'/C calc'!A0"),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('no cell is a formula, whichever separator the file is read with', () => {
  const property = fc.property(fc.array(awkward, { minLength: 1, maxLength: 5 }), (cells) => {
    const text = csvLine(cells)
    for (const separator of separators)
      for (const read of [readQuoted, readPlain])
        expect(
          read(text, separator)
            .flat()
            .filter((cell) => runs.test(cell)),
        ).toEqual([])
  })
  fc.assert(property, {
    numRuns: 3_000,
    examples: [[["a;=cmd|'/C calc'!A0;", 'b;"=1"', 'c\n"" =1', '\t=1']]],
  })
})

test('without its apostrophes a file reads as what was stored', () => {
  const property = fc.property(fc.array(awkward, { minLength: 1, maxLength: 5 }), (cells) => {
    const text = csvLine(cells).slice(1, -3)
    const read = text.split('","').map((cell) => cell.replaceAll('""', '"').replaceAll("'", ''))
    const plain = cells.map((cell) => cell.replaceAll("'", ''))
    // Text may hold what stands between two cells.
    fc.pre(cells.every((cell) => !/",|,"|"$|^"/u.test(cell)))
    expect(read).toEqual(plain)
  })
  fc.assert(property, { numRuns: 1_000 })
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  [' =1', `" '=1"`],
  ['\t=1', `"'\t'=1"`],
  ['＝1', `"'＝1"`],
  ['a;=1', `"a;'=1"`],
  ['a@example.com, 5-7', '"a@example.com, 5-7"'],
  ['', '""'],
])('the cell %j is written as %s', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})
