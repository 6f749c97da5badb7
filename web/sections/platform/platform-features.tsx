import { styled } from 'styled-components'
import { Glyph } from '../../art/glyphs.tsx'
import type { Features, Platform } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, duration, ease } from '../../theme/tokens.ts'
import { Pillar, PillarRow } from '../../ui/pillar.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { Heading2 } from '../../ui/text.tsx'
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
        <PillarRow>
          {features.pillars.map((pillar, i) => (
            <StepPillar key={pillar._id} data-step={stepOf(pillar.step._id)}>
              <Glyph number={i} />
              <h3>
                <a href={`#${pillar.step._id}`}>{pillar.title}</a>
              </h3>
              <p>{pillar.text}</p>
            </StepPillar>
          ))}
        </PillarRow>
        <StepLine title={content.stepsTitle} steps={features.steps} />
      </Wrap>
    </Section>
  )
}

const Title = styled(Heading2)`
  max-width: 12em;
`

const StepPillar = styled(Pillar)`
  transition: background ${duration.state} ${ease.out};

  ${from.l} {
    p {
      min-height: 6.3em;
    }

    &:is(:hover, :focus-within) {
      background: ${color.sheet};
    }
  }
`
