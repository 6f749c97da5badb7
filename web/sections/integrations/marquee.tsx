import { css, keyframes, styled } from 'styled-components'
import type { Integrations } from '../../content/content.ts'
import { from, reducedMotion } from '../../theme/media.ts'
import { color, measure, size } from '../../theme/tokens.ts'
import { Logo } from '../../ui/logo.tsx'

interface MarqueeProps {
  items: Integrations['items']
  label: string
  gate: string
}

/** Enough logos to be wider than a screen. */
const FULL = 15

/** Logos that run to the right through a gate: grey before, in colour after. Hover and focus stop them. */
export function Marquee({ items, label, gate }: MarqueeProps) {
  return (
    <Frame>
      <Track aria-label={label} tabIndex={0} data-part="track">
        <Logos items={items} />
        <div aria-hidden="true">
          {Array.from({ length: Math.ceil(FULL / Math.max(items.length, 1)) }, (_, copy) => (
            <Logos key={copy} items={items} />
          ))}
        </div>
      </Track>
      <Gate aria-hidden="true">
        <em>{gate}</em>
      </Gate>
    </Frame>
  )
}

function Logos({ items }: { items: Integrations['items'] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item._id}>
          <Logo logo={item} size={34} />
          <span>{item.title}</span>
        </li>
      ))}
    </ul>
  )
}

const run = keyframes`
  from { transform: translateX(-100%) }
`

const Frame = styled.div`
  position: relative;
  break-inside: avoid;
  margin-top: clamp(64px, 6vw, 88px);
  margin-left: calc(max(0px, (100vw - 1440px) / 2) + ${measure.left});
  border-block: 1px solid ${color.edge};
  border-left: 1px solid ${color.edge};
`

/* The lists are equal, so that each ends a round where the one before it was: two, or more where they are short. */
const running = css`
  overflow: hidden;
  display: flex;

  > div {
    display: contents;
  }

  ul {
    display: flex;
    flex: none;
    animation: ${run} 60s linear infinite;
  }

  &:hover ul,
  &:focus-within ul,
  [data-paused] & ul {
    animation-play-state: paused;
  }

  /* The behaviour knows all reasons, and that pressing play overrides them. */
  [data-playing] & ul {
    animation-play-state: running;
  }
`

/* Under reduced motion, and on paper, one list stands still, wrapped. */
const still = css`
  ${reducedMotion}, print {
    > div {
      display: none;
    }

    ul {
      flex: 1;
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5em), 1fr));

      /* The launch content's fifteen fill three rows. */
      ${from.l} {
        grid-template-columns: repeat(5, 1fr);
      }
    }

    li {
      height: auto;
      min-height: 88px;
      padding: 4px 16px;
      white-space: normal;
      line-height: 1.2;
    }
  }
`

/* A keyboard has to be able to reach and stop what runs by itself. */
const Track = styled.section`
  ${running}

  &:focus-visible {
    outline-offset: -3px;
  }

  li {
    display: flex;
    align-items: center;
    gap: 16px;
    height: 132px;
    padding: 0 36px;
    border-right: 1px solid ${color.rule};
    font-weight: 500;
    font-size: 1.125rem;
    white-space: nowrap;
  }

  ${still}
`

const Gate = styled.span`
  position: absolute;
  inset: 0 auto 0 0;
  width: 46%;
  /* Safari below 18. */
  -webkit-backdrop-filter: grayscale(1);
  backdrop-filter: grayscale(1);
  pointer-events: none;

  &::after {
    content: '';
    position: absolute;
    right: -5px;
    top: -14px;
    bottom: -14px;
    border-right: 5px double ${color.signal};
  }

  em {
    position: absolute;
    right: -3px;
    bottom: calc(100% + 14px);
    transform: translateX(50%);
    font-style: normal;
    font-weight: 600;
    font-size: ${size.small};
    line-height: 1.2;
    padding-bottom: 6px;
    white-space: nowrap;
  }

  ${reducedMotion}, print {
    display: none;
  }
`
