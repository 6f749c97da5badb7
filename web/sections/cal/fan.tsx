import { styled } from 'styled-components'
import { AuditStrand, Strands } from '../../art/engraving.tsx'
import { from } from '../../theme/media.ts'

const width = 1200
const loose = [-2, -1, 1, 2]

/** Most sheets side by side. */
const ABREAST = 3

/** Lines that fan out from one text to the sheets below it, or to the first row of them. */
export function Fan({ sheets }: { sheets: number }) {
  const readers = Math.min(sheets, ABREAST)
  const bundles = Array.from({ length: readers }, (_, i) => i - (readers - 1) / 2)
  const line = (bundle: number, offset: number) => {
    const start = width / 2 + bundle * 66 + offset * 11
    const stop = width / 2 + bundle * (width / readers) + offset * 11
    const bend = bundle * offset * 3
    return `M${start} 0C${start} ${56 + bend} ${stop} ${40 + bend} ${stop} 96`
  }
  return (
    <Falling data-part="fan">
      <Strands viewBox={`0 0 ${width} 96`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bundles.flatMap((bundle) => loose.map((offset) => line(bundle, offset))).join('')} />
        <AuditStrand d={bundles.map((bundle) => line(bundle, 0)).join('')} />
      </Strands>
    </Falling>
  )
}

/* Clips the lines while they are wiped downward; their ends may reach past its sides. */
const Falling = styled.div`
  display: none;
  overflow-y: clip;

  svg {
    width: 100%;
    height: clamp(56px, 7vw, 96px);
    overflow: visible;
  }

  ${from.stage} {
    display: block;
  }
`
