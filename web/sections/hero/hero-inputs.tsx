import { css, keyframes, styled } from 'styled-components'
import { Strands } from '../../art/engraving.tsx'
import type { Hero } from '../../content/content.ts'
import { paintedOnly } from '../../theme/forced.ts'
import { below, from, print } from '../../theme/media.ts'
import { duration, ease, layer, measure } from '../../theme/tokens.ts'
import { Chip } from '../../ui/chip.tsx'

interface HeroInputsProps {
  inputs: Hero['inputs']
  label: string
  /** Id of the tangle, which falls into the record on narrow screens. */
  tangle: string
}

export function HeroInputs({ inputs, label, tangle }: HeroInputsProps) {
  return (
    <Middle>
      <Behind aria-hidden="true">
        <Clip>
          <Falling viewBox="0 380 300 500" preserveAspectRatio="none">
            <use href={`#${tangle}`} transform="matrix(0 1 1 0 0 0)" />
          </Falling>
        </Clip>
      </Behind>
      <Chips aria-label={label}>
        {inputs.map((input, i) => (
          <Chip key={input._key} input={input} number={i + 1} />
        ))}
      </Chips>
    </Middle>
  )
}

const Middle = styled.div`
  ${below.stage} {
    position: relative;
    margin-top: 36px;
    padding-bottom: 132px;
  }

  ${from.stage} {
    grid-area: 2/1/3/8;
  }

  ${print} {
    grid-area: auto/1/auto/-1;
    margin-top: 0;
    padding-bottom: 10pt;
  }
`

const fall = keyframes`
  from { transform: translateY(-100%) }
`

const against = keyframes`
  from { transform: translateY(100%) }
`

const Behind = styled.div`
  ${paintedOnly}
  position: absolute;
  z-index: ${layer.art};
  inset: -40px calc(${measure.left} * -1 + 4px) 0;
  overflow: hidden;
  pointer-events: none;
  mask: linear-gradient(transparent, #000 90px);

  ${from.stage} {
    display: none;
  }
`

/* Wiped downward: the clip moves in while the drawing moves against it. */
const Clip = styled.div`
  height: 100%;
  overflow: hidden;
  animation: ${fall} ${duration.line} ${ease.inOut} backwards;
`

const Falling = styled(Strands)`
  width: 100%;
  height: 100%;
  animation: ${against} ${duration.line} ${ease.inOut} backwards;
`

const settle = (degrees: number) => keyframes`
  from { opacity: 0; transform: rotate(${degrees}deg) }
`

const settling = css`
  > li {
    animation: ${settle(-8)} ${duration.enter} ${ease.out} 300ms backwards;
  }

  > li:nth-child(even) {
    animation-name: ${settle(8)};
  }

  > li:nth-child(2) {
    animation-delay: 380ms;
  }

  > li:nth-child(3) {
    animation-delay: 460ms;
  }

  > li:nth-child(n + 4) {
    animation-delay: 540ms;
  }
`

/* How the fragments lie on the tangle: in a column while there is no room for more, else scattered. */
const staggered = css`
  gap: 20px;
  padding-bottom: 34px;

  > li:nth-child(1) {
    transform: rotate(-2.4deg);
  }

  > li:nth-child(2) {
    margin-left: 17vw;
    transform: rotate(1.8deg);
  }

  > li:nth-child(3) {
    margin-left: 1vw;
    transform: rotate(2.2deg);
  }

  > li:nth-child(4) {
    margin-left: 11vw;
    transform: rotate(1.6deg);
  }
`

const share = (percent: number) => `calc(min(100vw, 1440px) * ${percent / 100})`
const nearer = `max(${share(19)}, 17rem)`

/* In two rows of two, and further ones below. Rows grow with their words, so that no fragment covers another. */
const scattered = css`
  display: grid;
  grid-template: auto minmax(136px, auto) / ${nearer} calc(${share(24)} - ${nearer}) minmax(0, 1fr);
  gap: 12px 0;
  margin-top: -4px;

  > li:nth-child(n) {
    grid-column: 1/3;
    place-self: end start;
    margin: 0;
  }

  > li:nth-child(even) {
    grid-column: 3;
  }

  > li:nth-child(1) {
    grid-row: 1;
    margin: 0 4px 0 ${share(3)};
  }

  > li:nth-child(2) {
    grid-area: 2/2/auto/4;
    margin-bottom: 24px;
  }

  > li:nth-child(3) {
    grid-area: 1/3;
    margin-bottom: 24px;
  }

  > li:nth-child(4) {
    grid-area: 2/1;
    margin-left: ${share(-1)};
    transform: rotate(3deg);
  }
`

const Chips = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 10px;
  align-items: flex-start;
  ${settling}

  ${below.stage} {
    > li:nth-child(even) {
      margin-left: auto;
    }

    > li:nth-child(3) {
      margin-left: 8%;
    }
  }

  ${from.stage} {
    ${staggered}
  }

  ${from.xl} {
    ${scattered}
  }

  ${print} {
    && {
      padding: 0;
      display: grid;
      grid-template: auto / 1fr 1fr;
      gap: 10px;
      margin: 0;
    }

    && > li {
      grid-area: auto;
      place-self: stretch;
      max-width: none;
      margin: 0;
    }
  }
`
