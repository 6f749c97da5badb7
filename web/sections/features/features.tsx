import { css, styled } from 'styled-components'
import { Glyph } from '../../art/glyphs.tsx'
import type { Features as FeaturesContent } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, duration, ease, size } from '../../theme/tokens.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Pillar, PillarRow } from '../../ui/pillar.tsx'
import { Docket, Label, Section, Under, Wrap, type SectionProps } from '../../ui/section.tsx'
import { Heading2, Lead, Main } from '../../ui/text.tsx'

export function Features({ content, number, id = 'features' }: SectionProps<FeaturesContent>) {
  return (
    <Section id={id}>
      <Wrap>
        <Docket>
          <Label number={number}>{content.label}</Label>
          <Main>
            <Heading2>{content.title}</Heading2>
            <Lead>{content.lead}</Lead>
          </Main>
        </Docket>
        <Pillars pillars={content.pillars} />
        <Under>
          <TextLink href="/platform">{content.more}</TextLink>
          <ButtonLink href="/#join" data-waitlist="pillars">
            {content.cta}
          </ButtonLink>
        </Under>
      </Wrap>
    </Section>
  )
}

/** Pillars over the line of their steps: pointing at one runs the line red up to its gate. */
function Pillars({ pillars }: { pillars: FeaturesContent['pillars'] }) {
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
            <b>{pillar.step.title}</b> {pillar.claim}
          </Step>
        </StepPillar>
      ))}
    </PillarRow>
  )
}

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
