import { keyframes, styled } from 'styled-components'
import { Strands } from '../../art/engraving.tsx'
import { paintedOnly } from '../../theme/forced.ts'
import { from } from '../../theme/media.ts'
import { duration, ease, layer } from '../../theme/tokens.ts'

/**
 * The tangle behind the first view, wiped in from the left: the clip moves in while its content moves against it.
 * `tangle` is the id of the drawing, which is in the page once.
 */
export function HeroStrands({ tangle }: { tangle: string }) {
  return (
    <Clip aria-hidden="true">
      <Content>
        <Drawn viewBox="0 0 1440 300">
          <use href={`#${tangle}`} />
        </Drawn>
      </Content>
    </Clip>
  )
}

const wipe = keyframes`
  from { transform: translateX(-100%) }
`

const against = keyframes`
  from { transform: translateX(100%) }
`

const Clip = styled.div`
  display: none;
  ${paintedOnly}

  ${from.stage} {
    display: block;
    position: absolute;
    z-index: ${layer.art};
    inset: auto 0 41px;
    height: 300px;
    overflow-x: clip;
    pointer-events: none;
    animation: ${wipe} ${duration.line} ${ease.inOut} backwards;
  }

  ${from.xl} {
    bottom: -7.5px;
  }
`

const Content = styled.div`
  position: absolute;
  inset: 0;
  animation: ${against} ${duration.line} ${ease.inOut} backwards;
`

const Drawn = styled(Strands)`
  position: absolute;
  left: 50%;
  width: 1440px;
  height: 300px;
  margin-left: -720px;
  overflow: visible;
`
