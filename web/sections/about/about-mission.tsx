import { styled } from 'styled-components'
import type { About } from '../../content/content.ts'
import { size } from '../../theme/tokens.ts'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { Lead, Main } from '../../ui/text.tsx'

/** What the company is for, in one sentence and one paragraph. */
export function AboutMission({ content }: { content: About['mission'] }) {
  return (
    <Section>
      <Wrap>
        <Docket>
          <Label heading>{content.title}</Label>
          <Main>
            <Statement>{content.statement}</Statement>
            <Lead>{content.text}</Lead>
          </Main>
        </Docket>
      </Wrap>
    </Section>
  )
}

const Statement = styled.p`
  font-size: ${size.h2};
  line-height: 1.08;
  letter-spacing: -0.03em;
  font-weight: 500;
  max-width: 20em;
`
