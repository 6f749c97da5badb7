import type { Features as FeaturesContent } from '../../content/content.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Docket, Label, Section, Under, Wrap } from '../../ui/section.tsx'
import { Heading2, Lead, Main } from '../../ui/text.tsx'
import { Pillars } from './pillars.tsx'

export function Features({ content, number }: { content: FeaturesContent; number: number }) {
  return (
    <Section id="features">
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
