import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { from } from '../../theme/media.ts'
import { space } from '../../theme/tokens.ts'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Lead, Main } from '../../ui/text.tsx'

interface BlockSectionProps {
  id: string
  number: number
  label: string
  title: string
  lead?: string | undefined
  children: ReactNode
}

/** The section of a numbered block: its heading, and what it shows over the whole width below. */
export function BlockSection({ id, number, label, title, lead, children }: BlockSectionProps) {
  return (
    <Section id={id}>
      <Wrap>
        <Docket>
          <Label number={number}>{label}</Label>
          <Main>
            <Heading2>{title}</Heading2>
            {lead && <Lead>{lead}</Lead>}
          </Main>
          <Body>{children}</Body>
        </Docket>
      </Wrap>
    </Section>
  )
}

const Body = styled.div`
  margin-top: ${space.s6};
  min-width: 0;

  ${from.l} {
    grid-column: 1/-1;
    margin-top: ${space.s7};
  }
`
