import { styled } from 'styled-components'
import { Engraved } from '../../art/engraving.tsx'
import { Rosette, Ticks } from '../../art/rosette.tsx'
import { below, from } from '../../theme/media.ts'
import { color, font } from '../../theme/tokens.ts'

interface RingsProps {
  request: string
  identity: string
  policy: string
  tenant: string
  record: string
}

const center = 320
/** Inner and outer radius of each ring, from the outside in. */
const gates = [
  [262, 310],
  [190, 234],
  [110, 164],
] as const

/** Three rings around a record. One line passes all of them, through a gate in each. */
export function Rings(words: RingsProps) {
  return (
    <Figure viewBox="0 0 640 640" fill="none" aria-hidden="true">
      <Ring data-part="ring">
        <Ticks center={center} r={286} count={300} length={44} inked={0.16} />
        <Edge r={310} />
        <Edge r={262} />
      </Ring>
      <Ring data-part="ring">
        {Array.from({ length: 9 }, (_, i) => (
          <circle
            key={i}
            cx={center}
            cy={center}
            r={190 + i * 5.5}
            strokeWidth={i === 0 || i === 8 ? 1 : 0.6}
          />
        ))}
      </Ring>
      <Ring data-part="ring">
        <Rosette center={center} distance={137} r={27} turns={96} />
        <Edge r={164} />
        <Edge r={110} />
      </Ring>
      {gates.map(([inner, outer]) => (
        <GateIn key={inner} inner={inner} outer={outer} />
      ))}
      <Request d={`M-80 ${center}H${center - 62}`} data-part="request" />
      <Core cx={center} cy={center} r={62} />
      <Words {...words} />
    </Figure>
  )
}

function Edge({ r }: { r: number }) {
  return <circle cx={center} cy={center} r={r} strokeWidth={1} />
}

function GateIn({ inner, outer }: { inner: number; outer: number }) {
  const [left, right] = [center - outer - 2, center - inner + 2]
  return (
    <g>
      <rect x={left - 1} y={center - 15} width={outer - inner + 6} height={30} fill={color.bg} />
      <path
        d={`M${left} ${center - 15}H${right}M${left} ${center + 15}H${right}`}
        stroke={color.ink}
        strokeWidth={1.75}
      />
    </g>
  )
}

function Words({ request, identity, policy, tenant, record }: RingsProps) {
  const lines = record.split(' ')
  return (
    <>
      {lines.map((line, i) => (
        <Inside key={line} x={center} y={center + 8 + (i - (lines.length - 1) / 2) * 23}>
          {line}
        </Inside>
      ))}
      <Entry x={-78} y={center - 14}>
        {request}
      </Entry>
      <Name x={center} y={center + 291.5}>
        {identity}
      </Name>
      <Name x={center} y={center + 217.5}>
        {policy}
      </Name>
      <Name x={center} y={center + 142.5}>
        {tenant}
      </Name>
    </>
  )
}

const Figure = styled.svg`
  width: 100%;
  max-width: 520px;
  margin-inline: auto;
  overflow: visible;

  text {
    font: 500 16px ${font.text};
    /* WebKit paints letters with letter-spacing one by one, so that each outline would cover the letter before. */
    letter-spacing: 0;
    paint-order: stroke;
    stroke: ${color.bg};
    stroke-width: 12px;
    stroke-linejoin: round;
  }

  ${below.s} {
    text {
      font-size: 27px;
    }
  }

  ${from.l} {
    width: 118%;
    max-width: none;
    margin: 0;
  }
`

const Ring = styled(Engraved)`
  color: ${color.ink};
  stroke-width: 0.55;
  transform-origin: ${center}px ${center}px;
`

const Request = styled.path`
  stroke: ${color.signal};
  stroke-width: 2.5;
`

const Core = styled.circle`
  fill: ${color.sheet};
  stroke: ${color.signal};
  stroke-width: 2.5;
`

const Name = styled.text`
  && {
    font-weight: 600;
  }

  text-anchor: middle;
  fill: ${color.ink};
`

const Inside = styled(Name)`
  && {
    stroke: none;
  }
`

const Entry = styled.text`
  fill: ${color.ink2};

  ${below.s} {
    display: none;
  }
`
