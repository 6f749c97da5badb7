import { styled } from 'styled-components'
import { from } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color } from '../../theme/tokens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Lead } from '../../ui/text.tsx'

interface ClosingCallProps {
  content: { title: string; lead: string; cta: string }
  /** Stored with the waitlist entry: which page asked, and for what. */
  source: 'platform' | 'about'
  intent?: 'demo'
}

/** The last band of an inner page: the audit line leads to its button. */
export function ClosingCall({ content, source, intent }: ClosingCallProps) {
  return (
    <Call $band="ink">
      <Wrap>
        <Row>
          <div>
            <Heading2>{content.title}</Heading2>
            <Lead>{content.lead}</Lead>
          </div>
          <Line aria-hidden="true" />
          <ButtonLink href="/#join" data-waitlist={source} data-intent={intent}>
            {content.cta}
          </ButtonLink>
        </Row>
      </Wrap>
    </Call>
  )
}

const Call = styled(Section)`
  ${screenOnly}
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: flex-end;
  gap: 28px;

  ${Lead} {
    margin-top: 16px;
  }

  > ${ButtonLink} {
    flex: none;
  }

  ${from.m} {
    flex-wrap: nowrap;
  }
`

const Line = styled.span`
  display: none;

  ${from.m} {
    display: block;
    flex: 1;
    height: 2px;
    background: ${color.signal};
    margin: 0 -28px 25px 20px;
  }
`
