import { keyframes, styled } from 'styled-components'
import { Strands } from '../../art/engraving.tsx'
import { from } from '../../theme/media.ts'
import { color, measure } from '../../theme/tokens.ts'

const count = 9
const middle = 36
const lines = Array.from({ length: count }, (_, i) => i)
const height = (i: number) => 12 + i * 6

/** A strand that frays on its way across the gap; no two end alike. */
function frayed(i: number): string {
  const y = height(i)
  const off = i - (count - 1) / 2
  const first = `${600 + ((i * 37) % 29)} ${middle + off * 17 + ((i % 3) - 1) * 10}`
  const last = `${652 + ((i * 41) % 47)} ${middle + off * 14 + (i % 2 ? 5 : -4)}`
  return `M280 ${y}C360 ${y} 400 ${middle + off * 20} 470 ${middle - off * 9}S${first} ${last}`
}

/** Ruled lines on both sides, and between them strands that fray: dashed means not governed. */
export function Gap() {
  return (
    <Figure aria-hidden="true">
      <Strands viewBox="0 0 1000 72" preserveAspectRatio="none">
        <path d={lines.map((i) => `M-2000 ${height(i)}H280M720 ${height(i)}H3000`).join('')} />
      </Strands>
      <Frayed viewBox="0 0 1000 72" preserveAspectRatio="none">
        {lines.map((i) => (
          <path
            key={i}
            d={frayed(i)}
            strokeDasharray={`${2 + ((i * 5) % 7)} ${6 + ((i * 3) % 9)}`}
            opacity={0.8}
          />
        ))}
      </Frayed>
    </Figure>
  )
}

const sway = keyframes`
  to { transform: scaleY(1.1) }
`

const Figure = styled.div`
  position: relative;
  height: 72px;

  > svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
  }

  /* On the widest screens the ruled lines fade out to the left of the rail, as the strands of the first view do. */
  ${from.wide} {
    &::after {
      content: '';
      position: absolute;
      inset-block: 0;
      right: calc(100% + ${measure.left} - 60px);
      width: calc((100vw - 1440px) / 2 + 60px);
      background: linear-gradient(90deg, ${color.bg} 12%, transparent);
    }
  }
`

/* They sway with the visitor's scrolling: nothing moves by itself, so nothing has to be paused. */
const Frayed = styled(Strands)`
  @supports (animation-timeline: view()) {
    animation: ${sway} ease-in-out both;
    animation-timeline: view();
  }
`
