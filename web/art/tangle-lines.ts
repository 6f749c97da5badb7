import { ribbons } from './lines.ts'

/** The strand that becomes the audit line of the record. */
const AUDIT_ROW = 14
const WIDTH = 1440
/** Ruled lines continue past the drawing, so that they reach the edge of any screen. */
const END = 2600

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
  width: WIDTH,
  start: -320,
  end: END,
})

const pathOf = (some: typeof strands) => some.map(({ path }) => path).join('')

export const looseLines = pathOf(strands.filter(({ row }) => row !== AUDIT_ROW))
export const auditLine = pathOf(strands.filter(({ row }) => row === AUDIT_ROW))
