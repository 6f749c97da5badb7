import { keyframes, styled } from 'styled-components'
import { Drawing, Engraved } from '../../art/engraving.tsx'
import { Rosette, Ticks } from '../../art/rosette.tsx'
import { color } from '../../theme/tokens.ts'
import { Hidden } from '../../ui/text.tsx'

/** The engine: a rosette that turns inside a ring of ticks, around its name. `label` is what is heard. */
export function Engine({ name, label }: { name: string; label: string }) {
  return (
    <Circle data-part="engine">
      <span data-part="rosette">
        <Turning viewBox="0 0 200 200">
          <Engraved>
            <Rosette rx={93} r={46} turns={24} />
          </Engraved>
        </Turning>
      </span>
      <Drawing viewBox="0 0 200 200">
        <Engraved>
          <Ticks r={97} count={160} length={4} />
        </Engraved>
      </Drawing>
      <b aria-hidden="true">{name}</b>
      <Hidden>{label}</Hidden>
    </Circle>
  )
}

const turn = keyframes`
  to { transform: rotate(360deg) }
`

const Circle = styled.div`
  position: relative;
  width: min(220px, 60vw);
  aspect-ratio: 1;
  margin-inline: auto;
  border-radius: 50%;
  background: ${color.bg};
  display: grid;
  place-items: center;
  text-align: center;

  > span:first-child,
  > svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }

  > b {
    position: relative;
    font-weight: 700;
    font-size: 1.75rem;
    line-height: 1;
    letter-spacing: -0.01em;
  }
`

/* The whole drawing turns, not a group in it: the compositor moves a layer, nothing is painted again. */
const Turning = styled(Drawing)`
  animation: ${turn} 60s linear infinite;
`
