import { css, styled } from 'styled-components'
import { Glyph } from '../../art/glyphs.tsx'
import type { Features, Platform } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, duration, ease } from '../../theme/tokens.ts'
import { Section, Wrap } from '../../ui/section.tsx'
import { Heading2, heading3 } from '../../ui/text.tsx'
import { StepLine } from './platform-steps.tsx'

interface PlatformFeaturesProps {
  content: Platform['features']
  features: Features
}

/** Five pillars over the line of five steps: pointing at a pillar runs the line to its step. */
export function PlatformFeatures({ content, features }: PlatformFeaturesProps) {
  const stepOf = (id: string) => features.steps.findIndex((step) => step._id === id)
  return (
    <Section>
      <Wrap>
        <Title>{content.title}</Title>
        <Pillars>
          {features.pillars.map((pillar, i) => (
            <Pillar key={pillar._id} data-step={stepOf(pillar.step._id)}>
              <Glyph number={i} />
              <h3>
                <a href={`#${pillar.step._id}`}>{pillar.title}</a>
              </h3>
              <p>{pillar.text}</p>
            </Pillar>
          ))}
        </Pillars>
        <StepLine title={content.stepsTitle} steps={features.steps} />
      </Wrap>
    </Section>
  )
}

const Title = styled(Heading2)`
  max-width: 12em;
`

const Pillars = styled.ol`
  margin-top: clamp(40px, 4.6vw, 72px);
  display: grid;
  border-top: 1px solid ${color.edge};

  ${from.l} {
    grid-template-columns: repeat(5, minmax(0, 1fr));
    border-bottom: 1px solid ${color.rule};
  }
`

const chosen = css`
  background: ${color.sheet};

  svg {
    color: ${color.signal};
    transform: rotate(30deg);
  }
`

const Pillar = styled.li`
  position: relative;
  padding: 22px 0;
  border-bottom: 1px solid ${color.rule};
  display: grid;
  grid-template-columns: 84px 1fr;
  column-gap: 20px;
  align-content: start;
  transition: background ${duration.state} ${ease.out};

  svg {
    width: 84px;
    height: 84px;
    color: ${color.ink};
    grid-row: 1/4;
    transition: transform ${duration.state} ${ease.out};
  }

  h3 {
    ${heading3}
    line-height: 1.1;
    letter-spacing: -0.018em;
  }

  a {
    text-decoration: none;
  }

  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  a:focus-visible {
    outline: 0;
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
    min-height: 440px;

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

    p {
      min-height: 6.3em;
    }

    &:hover,
    &:focus-within {
      ${chosen}
    }
  }
`
