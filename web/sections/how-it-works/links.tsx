import { styled } from 'styled-components'
import { AuditStrand, Strands } from '../../art/engraving.tsx'
import { from } from '../../theme/media.ts'

const height = 420
const offsets = [-1.5, -0.5, 0.5, 1.5]
const ruled = [-3, -2, -1, 1, 2, 3]

/** Lines from each input into the engine, and from there, sorted, into the record. */
export function Links({ inputs }: { inputs: number }) {
  const middle = height / 2
  const bundle = (input: number) =>
    offsets.map((offset) => {
      const y = (height / inputs) * (input + 0.5) + offset * 9
      const gate = middle + (input - (inputs - 1) / 2) * 44 + offset * 9
      return `M330 ${y}C368 ${y} 352 ${gate} 400 ${gate}H475`
    })
  return (
    <Behind viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: inputs }, (_, i) => (
        <path key={i} d={bundle(i).join('')} data-part="link" />
      ))}
      <g data-part="lines">
        <path d={ruled.map((row) => `M475 ${middle + row * 10}H622`).join('')} />
        <AuditStrand d={`M475 ${middle}H622`} />
      </g>
    </Behind>
  )
}

const Behind = styled(Strands)`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  pointer-events: none;
  display: none;

  ${from.l} {
    display: block;
  }
`
