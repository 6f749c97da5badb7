import { styled } from 'styled-components'
import { Drawing, Engraved } from './engraving.tsx'
import { Rosette, Ticks } from './rosette.tsx'

const shapes = [
  <Rosette key="a" distance={46} r={46} turns={36} />,
  <>
    <Rosette rx={92} r={40} turns={20} />
    <Ticks r={96} count={120} length={5} />
  </>,
  <>
    <Rosette distance={84} r={12} turns={80} />
    <Rosette distance={58} r={12} turns={56} />
    <Rosette distance={32} r={12} turns={32} />
  </>,
  <Rosette key="d" rx={95} r={18} turns={14} />,
  <>
    <Rosette distance={66} r={30} turns={44} />
    <Rosette distance={17} r={17} turns={16} />
  </>,
]

/** One of five rosettes, numbered from 0; higher numbers start over. */
export function Glyph({ number, className }: { number: number; className?: string }) {
  return (
    <Drawing viewBox="0 0 200 200" {...(className ? { className } : {})}>
      <Fine>{shapes[number % shapes.length]}</Fine>
    </Drawing>
  )
}

const Fine = styled(Engraved)`
  stroke-width: 0.7;
`
