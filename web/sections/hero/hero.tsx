import { useId } from 'react'
import { styled } from 'styled-components'
import { Stars } from '../../art/stars.tsx'
import { Tangle } from '../../art/tangle.tsx'
import type { Hero as HeroContent, HowItWorks } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, measure, size } from '../../theme/tokens.ts'
import { Actions, ButtonLink, TextLink } from '../../ui/button.tsx'
import { PauseSwitch } from '../../ui/pause-switch.tsx'
import { Wrap } from '../../ui/section.tsx'
import { HeadlineLines, Lead } from '../../ui/text.tsx'
import { HeroInputs } from './hero-inputs.tsx'
import { HeroRecord } from './hero-record.tsx'
import { HeroStrands } from './hero-strands.tsx'
import { HeroTiles } from './hero-tiles.tsx'

interface HeroProps {
  content: HeroContent
  /** Words of every record on the page. */
  record: Pick<HowItWorks, 'labels' | 'auditLabels'>
}

/** The first view: what arrives in pieces, and the record it becomes. Its motion is CSS alone. */
export function Hero({ content, record }: HeroProps) {
  const tangle = useId()
  const { waitlistLine } = content
  return (
    <Top id="hero">
      <Stars />
      <Still label={content.pauseStars} />
      <Definitions width="0" height="0" aria-hidden="true">
        <defs>
          <Tangle id={tangle} />
        </defs>
      </Definitions>
      <Wrap>
        <Headline>
          <HeadlineLines lines={content.headline} />
        </Headline>
      </Wrap>
      <Lower>
        <HeroStrands tangle={tangle} />
        <Columns>
          <Intro>
            <Lead>{content.lead}</Lead>
            <Actions>
              <ButtonLink href="/#join" data-waitlist="hero">
                {content.cta}
              </ButtonLink>
              <TextLink href="#how-it-works">{content.secondaryCta}</TextLink>
            </Actions>
            <Line
              {...(waitlistLine.showCount && {
                'data-behaviour': 'waitlist-count',
                'data-some': waitlistLine.withEntries,
                'data-many': waitlistLine.withCount,
              })}
            >
              {waitlistLine.neutral}
            </Line>
          </Intro>
          <HeroInputs inputs={content.inputs} label={content.inputsLabel} tangle={tangle} />
          <HeroRecord record={content.record} inputs={content.inputs.length} words={record} />
        </Columns>
      </Lower>
      <HeroTiles tiles={content.tiles} />
    </Top>
  )
}

const Top = styled.section`
  position: relative;
  padding-top: calc(${measure.header} + clamp(36px, 4.4vw, 64px));
  overflow: clip;
  isolation: isolate;

  ${print} {
    padding-top: 0;
  }
`

const Still = styled(PauseSwitch)`
  top: ${measure.header};
  right: calc(${measure.right} - 16px);

  :not([data-lit]) + & {
    display: none;
  }
`

const Definitions = styled.svg`
  position: absolute;
`

const Headline = styled.h1`
  font-size: ${size.hero};
  line-height: 0.93;
  letter-spacing: -0.042em;
  max-width: 11em;
  text-wrap: wrap;

  span {
    display: block;
    text-wrap: balance;
  }
`

const Lower = styled.div`
  position: relative;
  margin-top: clamp(24px, 3vw, 40px);

  /*
   * Strands and record stand on the bottom edge, so they move while a slow page arrives. Until what
   * follows is there too they take their room unseen, and nothing that is seen shifts.
   */
  &:not(:has(+ *)) {
    > [aria-hidden],
    :has(> article) {
      visibility: hidden;
    }
  }

  /* On the widest screens the strands fade out to the left of the rail. */
  ${from.wide} {
    &::after {
      content: '';
      position: absolute;
      z-index: -1;
      left: 0;
      top: -140px;
      bottom: 0;
      width: calc((100vw - 1440px) / 2 + 60px);
      background: linear-gradient(90deg, ${color.bg} 12%, transparent);
      pointer-events: none;
    }
  }
`

const Columns = styled(Wrap)`
  ${from.stage} {
    display: grid;
    grid-template: 1fr auto / repeat(12, minmax(0, 1fr));
    column-gap: 24px;
  }
`

const Intro = styled.div`
  ${Lead} {
    max-width: 30em;
  }

  ${Actions} {
    margin-top: 28px;
  }

  ${from.stage} {
    grid-column: 1/7;
    padding-bottom: 42px;
  }

  ${print} {
    && {
      grid-column: 1/-1;
      padding-bottom: 16pt;
    }
  }
`

const Line = styled.p`
  ${screenOnly}
  margin-top: 14px;
  font-size: ${size.small};
  color: ${color.ink3};
`
