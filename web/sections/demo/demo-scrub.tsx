import { styled } from 'styled-components'
import { PauseIcon, PlayIcon } from '../../art/icons.tsx'
import type { Demo } from '../../content/content.ts'
import { onInk } from '../../theme/forced.ts'
import { reducedMotion, scriptless } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color } from '../../theme/tokens.ts'
import { fill } from '../../ui/fill.ts'
import { pauseOrPlay } from '../../ui/pause-or-play.ts'
import { Mono } from '../../ui/text.tsx'

/** Plays the run, or lets a visitor step through it. Needs scripts. */
export function DemoScrub({ content }: { content: Demo }) {
  const total = content.steps.length
  return (
    <Scrub>
      <Play
        type="button"
        data-part="toggle"
        data-paused=""
        data-pause={content.pause}
        data-play={content.play}
        aria-label={content.play}
        data-tooltip=""
      >
        <PauseIcon />
        <PlayIcon />
      </Play>
      <Track>
        <Done data-part="done" />
        {content.steps.slice(1).map((step) => (
          <i key={step._key} />
        ))}
        <input
          type="range"
          data-part="range"
          aria-label={content.title}
          min={1}
          max={total}
          defaultValue={total}
        />
      </Track>
      <Mono data-part="position" data-template={fill(content.position, { total })}>
        {fill(content.position, { n: total, total })}
      </Mono>
    </Scrub>
  )
}

const Scrub = styled.div`
  ${screenOnly}
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 12px 20px;
  border-top: 1px solid ${color.rule};

  ${scriptless} {
    display: none;
  }
`

const Play = styled.button`
  width: 44px;
  height: 44px;
  border-radius: 50%;
  background: ${color.signal};
  color: ${color.onSignal};
  ${onInk}
  display: grid;
  place-items: center;
  flex: none;

  svg {
    width: 16px;
    height: 16px;
  }

  ${pauseOrPlay}

  ${reducedMotion} {
    display: none;
  }
`

const Track = styled.div`
  flex: 1;
  height: 44px;
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-evenly;

  &::before {
    content: '';
    position: absolute;
    inset: 21px 0;
    background: ${color.rule2};
  }

  > i {
    position: relative;
    width: 2px;
    height: 10px;
    background: ${color.sheet};
  }

  > input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  &:has(:focus-visible) {
    outline: 3px solid ${color.ink};
    outline-offset: 3px;
  }
`

const Done = styled.span`
  position: absolute;
  inset: 21px 0;
  background: ${color.signal};
  transform-origin: left;

  [data-playing] & {
    transition: transform 900ms linear;
  }
`
