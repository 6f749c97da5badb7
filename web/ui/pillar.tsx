import { styled } from 'styled-components'
import { from, print } from '../theme/media.ts'
import { color, duration, ease, size } from '../theme/tokens.ts'

/** Pillars side by side on large screens, with their parts in rows; one below the other elsewhere. */
export const PillarRow = styled.ol`
  margin-top: clamp(40px, 4.6vw, 72px);
  display: grid;
  border-top: 1px solid ${color.edge};

  ${from.l} {
    grid-template: 1fr auto auto auto / repeat(5, minmax(0, 1fr));
    min-height: 440px;
    border-bottom: 1px solid ${color.rule};
  }

  ${print} {
    min-height: 0;
  }
`

/** Glyph, linked title and text; the link covers all of it. Under a pointer the glyph turns red. */
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
    grid-row: span 4;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: 1fr auto auto auto;
    grid-template-rows: subgrid;
    padding: 28px 20px 26px;
    border-bottom: 0;
    border-left: 1px solid ${color.rule};

    &:last-child {
      border-right: 1px solid ${color.rule};
    }

    svg {
      width: min(136px, 100%);
      height: auto;
      grid-row: auto;
    }

    h3 {
      margin-top: 56px;
    }

    &:is(:hover, :focus-within) svg {
      color: ${color.signal};
      transform: rotate(30deg);
    }
  }

  ${print} {
    grid-template-columns: minmax(0, 1fr);
    padding-block: 8pt;
  }
`
