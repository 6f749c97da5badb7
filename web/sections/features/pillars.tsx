import { css, styled } from 'styled-components'
import { Glyph } from '../../art/glyphs.tsx'
import type { Features } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, duration, ease, size } from '../../theme/tokens.ts'

/** Pillars over the line of their steps: pointing at one runs the line red up to its gate. */
export function Pillars({ pillars }: { pillars: Features['pillars'] }) {
  return (
    <PillarRow>
      {pillars.map((pillar, i) => (
        <StepPillar key={pillar._id}>
          <Glyph number={i} />
          <h3>
            <a href={`/platform#${pillar.step._id}`}>{pillar.title}</a>
          </h3>
          <p>{pillar.text}</p>
          <Step>
            <b>{pillar.step.title}</b>
            {pillar.claim}
          </Step>
        </StepPillar>
      ))}
    </PillarRow>
  )
}

/** Pillars side by side on large screens, one below the other elsewhere. */
export const PillarRow = styled.ol`
  margin-top: clamp(40px, 4.6vw, 72px);
  display: grid;
  border-top: 1px solid ${color.edge};

  ${from.l} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
    border-bottom: 1px solid ${color.rule};
  }
`

/** Glyph, linked title and text; all of it is the link. Pointed at, the glyph turns red. */
export const Pillar = styled.li`
  position: relative;
  padding: 22px 0;
  border-bottom: 1px solid ${color.rule};
  display: grid;
  grid-template-columns: 84px 1fr;
  column-gap: 20px;
  align-content: start;

  svg {
    width: 84px;
    height: 84px;
    color: ${color.ink};
    grid-row: 1/4;
    transition: transform ${duration.state} ${ease.out};
  }

  h3 {
    font-size: ${size.h3};
    line-height: 1.1;
    letter-spacing: -0.018em;
  }

  a {
    text-decoration: none;
    outline: 0;
  }

  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  &:has(:focus-visible) {
    outline: 3px solid ${color.ink};
    outline-offset: -3px;
  }

  p {
    color: ${color.ink2};
    margin-top: 8px;
  }

  ${from.l} {
    display: flex;
    flex-direction: column;
    padding: 28px 20px 26px;
    border-bottom: 0;
    border-left: 1px solid ${color.rule};

    &:last-child {
      border-right: 1px solid ${color.rule};
    }

    svg {
      width: min(136px, 100%);
      height: auto;
      margin-bottom: auto;
    }

    h3 {
      margin-top: 56px;
      min-height: 2.2em;
    }

    &:is(:hover, :focus-within) svg {
      color: ${color.signal};
      transform: rotate(30deg);
    }
  }
`

const Step = styled.p`
  && {
    font-size: ${size.small};
    margin-top: 12px;
  }

  b {
    font-weight: 600;
    color: ${color.ink};
    display: block;
  }
`

/* The grey line with its gate, and over it the red one, which starts at zero width. */
const line = css`
  ${Step} {
    margin-top: 20px;
    padding-top: 20px;
    position: relative;
    min-height: 6.4em;
  }

  ${Step}::before,
  ${Step} b::before {
    content: '';
    position: absolute;
    left: -20px;
    right: -20px;
    top: 0;
    height: 1px;
    background: ${color.rule2};
  }

  ${Step} b::before {
    top: -0.5px;
    height: 2px;
    background: ${color.signal};
    transform: scaleX(0);
    transform-origin: left;
    transition: transform ${duration.state} ${ease.out};
  }

  ${Step}::after {
    content: '';
    position: absolute;
    left: 0;
    top: -5.5px;
    width: 11px;
    height: 11px;
    border-radius: 50%;
    border: 2px solid ${color.rule2};
    background: ${color.bg};
  }
`

const reached = css`
  ${Step} b::before {
    transform: none;
  }

  ${Step}::after {
    background: ${color.signal};
    border-color: ${color.signal};
  }
`

const chosen = css`
  &::before {
    opacity: 1;
  }

  ${Step} b::before {
    right: calc(100% - 6px);
  }
`

const StepPillar = styled(Pillar)`
  isolation: isolate;

  &::before {
    content: '';
    position: absolute;
    inset: 0;
    z-index: -1;
    background: ${color.sheet};
    opacity: 0;
    transition: opacity ${duration.state} ${ease.out};
  }

  ${from.l} {
    min-height: 520px;

    > p:not(${Step}) {
      min-height: 8.4em;
    }

    ${line}

    &:is(:hover, :focus-within),
    &:has(~ :is(:hover, :focus-within)) {
      ${reached}
    }

    &:is(:hover, :focus-within) {
      ${chosen}
    }
  }
`
