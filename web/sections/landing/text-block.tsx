import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { space } from '../../theme/tokens.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { Running } from '../../ui/running.tsx'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Main } from '../../ui/text.tsx'

interface TextBlockProps {
  content: BlockOf<'textBlock'>
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
            <Body>
              <RichText blocks={content.body} />
            </Body>
          </Main>
        </Docket>
      </Wrap>
    </Section>
  )
}

const Body = styled(Running)`
  margin-top: ${space.s6};
`
