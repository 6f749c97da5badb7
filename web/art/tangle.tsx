import { AuditStrand } from './engraving.tsx'
import { auditLine, looseLines } from './tangle-lines.ts'

/**
 * Fragments that tangle, cross and are sorted into ruled lines, 1440 by 300 user units.
 * Unless `audited`, no strand is red.
 */
export function Tangle({ id, audited = true }: { id?: string; audited?: boolean }) {
  return (
    <g {...(id ? { id } : {})}>
      <path d={looseLines} vectorEffect="non-scaling-stroke" />
      {audited && <AuditStrand d={auditLine} vectorEffect="non-scaling-stroke" />}
    </g>
  )
}
