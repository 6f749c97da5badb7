import { css, keyframes, styled } from 'styled-components'
import { Strands } from '../../art/engraving.tsx'
import type { Hero } from '../../content/content.ts'
import { paintedOnly } from '../../theme/forced.ts'
import { below, from, print } from '../../theme/media.ts'
import { duration, ease, layer, measure } from '../../theme/tokens.ts'
import { Chip } from '../how-it-works/chip.tsx'

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

/* Where each fragment lies on the tangle: a column while there is room for no more, else where it is put. */
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

/* None of the left is wider than to the one beside it, whose paper would lie on its words. */
const scattered = css`
  > li:nth-child(n) {
    position: absolute;
    margin: 0;
  }

  > li:nth-child(1) {
    left: calc(${measure.left} + 3%);
    bottom: 182px;
    max-width: calc(21% - 4px);
  }

  > li:nth-child(2) {
    left: calc(${measure.left} + max(19%, 17rem));
    bottom: 58px;
  }

  > li:nth-child(3) {
    left: calc(${measure.left} + 24%);
    bottom: 206px;
  }

  > li:nth-child(4) {
    left: calc(${measure.left} - 1%);
    bottom: 34px;
    max-width: calc(max(19%, 17rem) + 1%);
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
    display: block;
    position: absolute;
    left: 50%;
    bottom: 0;
    width: min(100%, 1440px);
    height: 320px;
    transform: translateX(-50%);
    pointer-events: none;
    ${scattered}
  }

  ${print} {
    && {
      position: static;
      width: auto;
      height: auto;
      padding: 0;
      display: grid;
      grid-template-columns: 1fr 1fr;
      align-items: stretch;
    }

    && > li {
      position: static;
      max-width: none;
      margin: 0;
    }
  }
`
