/** Rows of cells, padded as the formatter pads them. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(3, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[], fill: string) =>
    `| ${cells.map((cell, at) => cell + fill.repeat((widths[at] ?? 0) - cell.length)).join(' | ')} |`
  const [head = [], ...body] = rows
  const rule = line(
    head.map(() => ''),
    '-',
  )
  return [line(head, ' '), rule, ...body.map((row) => line(row, ' '))].join('\n')
}

/** A number as it is read: with commas, and decimals where they say something. */
export function written(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: decimalsOf(value) })
}

function decimalsOf(value: number): number {
  if (value < 10) return 2
  return value < 100 ? 1 : 0
}
