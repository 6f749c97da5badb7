import { styled } from 'styled-components'
import { Drawing, Engraved } from '../../art/engraving.tsx'
import { Rosette, Ticks } from '../../art/rosette.tsx'
import { below, lowPhone } from '../../theme/media.ts'
import { color } from '../../theme/tokens.ts'
import { Hidden } from '../../ui/text.tsx'

/** Draws the engine's rosette and its ring of ticks once, for every engine of a section. */
export function EngineDrawings({ id }: { id: string }) {
  return (
    <Definitions width="0" height="0" aria-hidden="true">
      <defs>
        <Engraved id={`${id}-rosette`}>
          <Rosette rx={93} r={46} turns={24} />
        </Engraved>
        <Engraved id={`${id}-ticks`}>
          <Ticks r={97} count={160} length={4} />
        </Engraved>
      </defs>
    </Definitions>
  )
}

interface EngineProps {
  name: string
  /** What screen readers say. */
  label: string
  /** Id of its `EngineDrawings`. */
  drawings: string
}

/** The engine: a rosette that turns inside a ring of ticks, around its name. */
export function Engine({ name, label, drawings }: EngineProps) {
  return (
    <Circle data-part="engine">
      <span data-part="rosette">
        <Drawing viewBox="0 0 200 200">
          <use href={`#${drawings}-rosette`} />
        </Drawing>
      </span>
      <Drawing viewBox="0 0 200 200">
        <use href={`#${drawings}-ticks`} />
      </Drawing>
      <b aria-hidden="true">{name}</b>
      <Hidden>{label}</Hidden>
    </Circle>
  )
}

const Definitions = styled.svg`
  position: absolute;
`

const Circle = styled.div`
  position: relative;
  width: 248px;
  max-width: 92%;
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

  ${below.l} {
    width: 128px;

    > b {
      font-size: 1.125rem;
    }
  }

  ${below.s} {
    width: 88px;

    > b {
      font-size: 1rem;
    }
  }

  ${lowPhone} {
    width: 50px;

    > b {
      font-size: 0.75rem;
    }
  }
`
