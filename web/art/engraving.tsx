import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { color } from '../theme/tokens.ts'

/** Fine lines in the current colour. */
export const Engraved = styled.g`
  fill: none;
  stroke: currentColor;
  stroke-width: 0.5;
`

interface DrawingProps {
  viewBox: string
  className?: string
  children: ReactNode
}

/** A decorative drawing, hidden from screen readers. */
export function Drawing({ viewBox, className, children }: DrawingProps) {
  return (
    <svg viewBox={viewBox} className={className} fill="none" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** Strands of fragments; the one that becomes the audit line is drawn with `AuditStrand`. */
export const Strands = styled.svg`
  fill: none;
  stroke: ${color.ink};
  stroke-width: 0.75;

  path {
    vector-effect: non-scaling-stroke;
  }
`

export const AuditStrand = styled.path`
  stroke: ${color.signal};
  stroke-width: 2.25;
`
