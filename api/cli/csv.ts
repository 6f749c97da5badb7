/**
 * One line of CSV (RFC 4180), every cell in quotes. What visitors typed is data: wherever a spreadsheet
 * would begin a cell with a formula, whichever separator it splits at, an apostrophe stands in front,
 * which spreadsheets show as text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A spreadsheet set to another separator than this file's ends the quotes early, so that a cell of its
 * reading may begin after any separator or line end in the text, and after blanks or quotes that follow.
 */
const formulaStart = /(?<=(?:^|[,;|،؛\t\p{Zl}\p{Zp}\n-\r\u0085])[\s\p{Cf}"]*)[=+\-@＝＋－＠﹦﹢﹣﹫]/gu

/** What a spreadsheet may leave out before it looks at the next character. */
const leftOut = /^[\t\r\n]/u

function csvCell(cell: string): string {
  const harmless = cell.replaceAll(formulaStart, "'$&")
  const safe = leftOut.test(harmless) ? `'${harmless}` : harmless
  return `"${safe.replaceAll('"', '""')}"`
}
