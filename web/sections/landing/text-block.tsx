import { styled } from 'styled-components'
import type { LandingPart } from '../../content/content.ts'
import { color, size, space } from '../../theme/tokens.ts'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Heading2, Main } from '../../ui/text.tsx'

interface TextBlockProps {
  content: LandingPart<'textBlock'>
  id: string
  number: number
}

/** Running text under a heading, with headings, lists and links of its own. */
export function TextBlock({ content, id, number }: TextBlockProps) {
  return (
    <Section id={id}>
      <Wrap>
        <Docket>
          <Label number={number}>{content.label}</Label>
          <Main>
            <Heading2>{content.title}</Heading2>
            <Running>
              <RichText blocks={content.body} />
            </Running>
          </Main>
        </Docket>
      </Wrap>
    </Section>
  )
}

const Running = styled.div`
  margin-top: ${space.s6};
  max-width: 38em;
  color: ${color.ink2};

  > * + * {
    margin-top: ${space.s4};
  }

  h3 {
    color: ${color.ink};
    font-size: ${size.h4};
    margin-top: ${space.s6};
  }
`
