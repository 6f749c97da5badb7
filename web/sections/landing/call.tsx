import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { Actions } from '../../ui/button.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Lead } from '../../ui/text.tsx'
import { LandingActions } from './landing-actions.tsx'

/** A band in ink with one call to action. */
export function Call({ content, id }: { content: BlockOf<'callBlock'>; id: string }) {
  return (
    <Section id={id} $band="ink">
      <Wrap>
        <Row>
          <div>
            <Heading2>{content.title}</Heading2>
            {content.lead && <Lead>{content.lead}</Lead>}
          </div>
          <LandingActions actions={content.actions} />
        </Row>
      </Wrap>
    </Section>
  )
}

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 28px;

  ${Lead} {
    margin-top: 16px;
  }

  ${from.m} {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;

    > ${Actions} {
      justify-content: flex-end;
      max-width: 22em;
    }
  }
`
