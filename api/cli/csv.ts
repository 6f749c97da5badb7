/**
 * One line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front,
 * which spreadsheets show as text: what visitors typed is data.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]/u.test(cell) || /^[\t\r]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
