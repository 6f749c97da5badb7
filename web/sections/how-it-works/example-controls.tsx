import { css, styled } from 'styled-components'
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../art/icons.tsx'
import type { HowItWorks } from '../../content/content.ts'
import { onInk } from '../../theme/forced.ts'
import {
  below,
  forcedColors,
  hovering,
  reducedMotion,
  from,
  scripted,
  scriptless,
} from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, radius, size } from '../../theme/tokens.ts'
import { fill, withinSentence } from '../../ui/fill.ts'
import { pauseOrPlay } from '../../ui/pause-or-play.ts'
import { Hidden } from '../../ui/text.tsx'

/** Previous, next and pause, and which example is shown. The buttons need scripts, and are hidden without them. */
export function ExampleControls({ content }: { content: HowItWorks }) {
  const { labels, examples, taglines } = content
  if (examples.length === 0) return null
  return (
    <Controls>
      <Buttons>
        <button type="button" data-part="previous" aria-label={labels.previous} data-tooltip="" disabled>
          <PreviousIcon />
        </button>
        <button type="button" data-part="next" aria-label={labels.next} data-tooltip="">
          <NextIcon />
        </button>
        <Toggle
          type="button"
          data-part="toggle"
          data-paused=""
          data-pause={labels.pause}
          data-play={labels.play}
          aria-label={labels.play}
          data-tooltip=""
          disabled
        >
          <PauseIcon />
          <PlayIcon />
        </Toggle>
      </Buttons>
      <Hidden data-part="status" aria-live="polite" />
      <Ticks aria-hidden="true" data-part="ticks">
        {examples.map((example, i) => (
          <i key={example._id} data-current={i === 0 ? '' : undefined} />
        ))}
      </Ticks>
      <Positions data-part="position">
        {examples.map((example, i) => (
          <li key={example._id} data-current={i === 0 ? '' : undefined}>
            {example.team}
            <span>
              : {withinSentence(example.title)}, {fill(labels.position, { n: i + 1, total: examples.length })}
            </span>
          </li>
        ))}
      </Positions>
      <Taglines data-part="taglines">
        {taglines.map((line, i) => (
          <li key={line} data-current={i === 0 ? '' : undefined}>
            {line}
          </li>
        ))}
      </Taglines>
    </Controls>
  )
}

const Controls = styled.div`
  ${screenOnly}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 16px 24px;
  margin-top: clamp(28px, 3vw, 44px);
  border-top: 1px solid ${color.rule};
  padding-top: 20px;

  /* Close to the slide, so that both fit a phone's window. */
  ${below.s} {
    gap: 12px 16px;
    margin-top: 14px;
    border-top: 0;
    padding-top: 0;
  }
`

const Buttons = styled.div`
  display: flex;
  gap: 8px;

  ${scriptless} {
    display: none;
  }

  button {
    width: 52px;
    height: 52px;
    border: 1px solid ${color.ink};
    border-radius: ${radius};
    display: grid;
    place-items: center;
  }

  svg {
    width: 20px;
    height: 20px;
  }

  ${below.s} {
    button {
      width: 44px;
      height: 44px;
    }
  }

  button[disabled] {
    border-color: ${color.rule2};
    color: ${color.rule2};
    cursor: not-allowed;

    ${forcedColors} {
      border-color: GrayText;
      color: GrayText;
    }
  }

  ${hovering} {
    button:not([disabled]):hover {
      background: ${color.ink};
      color: ${color.bg};
      ${onInk}
    }
  }
`

/* Nothing plays by itself under reduced motion, so there is nothing to pause. */
const Toggle = styled.button`
  && {
    border-color: transparent;
    color: ${color.ink2};

    svg {
      width: 15px;
      height: 15px;
    }
  }

  /* Hidden until there is something to play. */
  &:disabled {
    visibility: hidden;
  }

  ${pauseOrPlay}

  ${reducedMotion} {
    && {
      display: none;
    }
  }
`

/* All texts share one place, so that a change of text changes no height; without scripts all are shown. */
const oneOf = css`
  display: grid;

  ${scripted} {
    > li {
      grid-area: 1/1;
    }

    > li:not([data-current]) {
      visibility: hidden;
    }
  }
`

const Positions = styled.ul`
  ${oneOf}
  font-weight: 600;
  font-variant-numeric: tabular-nums;

  span {
    color: ${color.ink3};
    font-weight: 400;
  }

  ${below.s} {
    font-size: ${size.small};
  }
`

const Ticks = styled.div`
  display: flex;
  gap: 6px;

  ${below.s} {
    margin-left: auto;
  }

  ${from.s} {
    order: 1;
  }

  ${scriptless} {
    display: none;
  }

  i {
    width: clamp(14px, 4.4vw, 26px);
    height: 3px;
    background: ${color.rule2};
    opacity: 0.5;
  }

  i[data-current] {
    background: ${color.signal};
    opacity: 1;
  }
`

const Taglines = styled.ul`
  ${oneOf}
  color: ${color.ink2};

  ${scripted} {
    > li {
      transition: opacity 400ms;
    }

    > li:not([data-current]) {
      opacity: 0;
    }
  }

  ${from.s} {
    order: 2;
  }

  ${from.stage} {
    margin-left: auto;
    text-align: right;
  }
`
