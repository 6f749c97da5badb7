import { useId } from 'react'
import { css, keyframes, styled } from 'styled-components'
import { part } from '../../browser/parts.ts'
import type { HowItWorks, Platform } from '../../content/content.ts'
import { below, from, print, screen, scripted, scriptless } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, duration, ease, size } from '../../theme/tokens.ts'
import { Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Hidden } from '../../ui/text.tsx'
import { EngineDrawings } from './engine.tsx'
import { SlideDots, SlideTabs } from './slide-choices.tsx'
import { Stage, stages } from './stage.tsx'

interface PlatformHowItWorksProps {
  content: Platform['howItWorks']
  examples: HowItWorks
}

/**
 * Every example as a slide: chosen by tabs, or under 640 px swiped and chosen by dots. Without scripts the slides stand
 * in a row that scrolls.
 */
export function PlatformHowItWorks({ content, examples: copy }: PlatformHowItWorksProps) {
  const drawings = useId()
  return (
    <FirstSection>
      <Wrap>
        <Heading2>{content.title}</Heading2>
        <div data-behaviour="slides">
          <SlideTabs label={content.slides} examples={copy.examples} />
          <EngineDrawings id={drawings} />
          <Slides tabIndex={0} aria-label={content.title} data-part="slides">
            {copy.examples.map((example, i) => (
              <Slide key={example._id} data-part="slide" {...(i === 0 && { 'data-current': '' })}>
                <Stage example={example} number={i + 1} copy={copy} drawings={drawings} />
              </Slide>
            ))}
          </Slides>
          <Hidden data-part="status" aria-live="polite" />
          <SlideDots label={content.slides} name={content.slide} examples={copy.examples} />
        </div>
        <Caption $phone>{content.caption}</Caption>
        <Caption>{content.captionDesktop}</Caption>
      </Wrap>
    </FirstSection>
  )
}

const FirstSection = styled(Section)`
  border-top: 0;
`

const arrive = keyframes`
  from {
    opacity: 0;
  }
`

const wipe = keyframes`
  from {
    transform: translateX(-100%);
  }
`

const against = keyframes`
  from {
    transform: translateX(100%);
  }
`

/* The behaviour marks the first change, so that the slide a page opens with stands still. */
const arrival = css`
  [data-changed] &[data-current] {
    animation: ${arrive} ${duration.state} ${ease.out};

    ${part('wipe')} {
      animation: ${wipe} ${duration.enter} ${ease.out};
    }

    ${part('record')} {
      animation: ${against} ${duration.enter} ${ease.out};
    }
  }
`

const Slide = styled.li`
  ${screen} {
    ${scriptless} {
      flex: none;
      width: 100%;
      scroll-snap-align: start;
      padding: 0 7px 7px 0;
    }

    ${scripted}:not([data-current]) {
      visibility: hidden;
    }
  }

  ${arrival}
`

const Slides = styled.ol`
  margin-top: clamp(40px, 4.6vw, 72px);

  ${scriptless} {
    display: flex;
    gap: 24px;
    overflow-x: auto;
    scroll-snap-type: x mandatory;
    padding-bottom: 24px;
  }

  ${scripted} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    ${stages}

    ${below.s} {
      touch-action: pan-y pinch-zoom;
      user-select: none;
    }
  }

  /* Needed over the rules above, whose selectors name the root and are more specific. */
  ${print} {
    display: block !important;

    > li {
      display: block !important;
      padding-top: 14pt;
    }
  }
`

/* Without scripts there is nothing to choose by, and the slides are swiped at every width. */
const swiped = css`
  ${from.s} {
    ${scripted} {
      display: none;
    }
  }
`

const chosen = css`
  ${below.s} {
    display: none;
  }

  ${scriptless} {
    display: none;
  }
`

const Caption = styled.p<{ $phone?: boolean }>`
  ${screenOnly}
  color: ${color.ink3};
  font-size: ${size.small};
  margin-top: 20px;
  text-align: center;

  ${({ $phone }) => ($phone ? swiped : chosen)}
`
