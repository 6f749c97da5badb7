import { ribbons } from './lines.ts'

/** The strand that becomes the audit line of the record. */
const auditRow = 14
const width = 1440
/** Ruled lines run on past the drawing, so that they reach the edge of any screen. */
const end = 2600

const strands = ribbons({
  seed: 52,
  bundles: 6,
  rows: 24,
  gap: 12,
  top: 8,
  mid: 146,
  amp: 150,
  spread: 9,
  gate: 0.6,
  width,
  start: -320,
  end,
})

const path = (audit: boolean) =>
  strands
    .filter(({ row }) => (row === auditRow) === audit)
    .map((strand) => strand.path)
    .join('')

export const looseLines = path(false)
export const auditLine = path(true)
