import { useId } from 'react'
import { styled } from 'styled-components'
import { Engraved } from '../../art/engraving.tsx'
import { Rosette } from '../../art/rosette.tsx'
import { color, font } from '../../theme/tokens.ts'

interface LensProps {
  role: string
  task: string
  company: string
  /** Name of the ring in which the three discs meet. */
  engine: string
}

/** Three discs that overlap; they turn against each other while the ring they share stays still. */
export function Lens({ role, task, company, engine }: LensProps) {
  const rosette = useId()
  return (
    <Picture viewBox="-10 -20 500 500" aria-hidden="true" focusable="false" data-behaviour="lens">
      <defs>
        <g id={rosette}>
          <Rosette center={130} rx={124} r={54} turns={26} />
        </g>
      </defs>
      <Disc x={110} y={0} rosette={rosette} />
      <Disc x={10} y={170} rosette={rosette} />
      <Disc x={210} y={170} rosette={rosette} />
      <Names>
        <text x={240} y={135}>
          {role}
        </text>
        <text x={140} y={305}>
          {task}
        </text>
        <text x={340} y={305}>
          {company}
        </text>
      </Names>
      <circle cx={240} cy={243} r={31} fill={color.bg} stroke={color.signal} strokeWidth={2.5} />
      <Engine x={240} y={249}>
        {engine}
      </Engine>
    </Picture>
  )
}

function Disc({ x, y, rosette }: { x: number; y: number; rosette: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <Fine data-part="disc">
        <use href={`#${rosette}`} />
      </Fine>
    </g>
  )
}

const Picture = styled.svg`
  width: 100%;
  overflow: visible;
  fill: none;
`

const Fine = styled(Engraved)`
  stroke-width: 0.55;
`

const Names = styled.g`
  font: 600 15px ${font.text};
  fill: ${color.ink};
  text-anchor: middle;
`

const Engine = styled.text`
  font: 700 17px ${font.text};
  fill: ${color.ink};
  text-anchor: middle;
`
