import type { ReactNode } from 'react'
import { css, styled } from 'styled-components'
import { Seal } from '../../art/seal.tsx'
import type { Settings } from '../../content/content.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, measure, size } from '../../theme/tokens.ts'
import { Actions, ButtonLink } from '../../ui/button.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Lead } from '../../ui/text.tsx'

interface ResultProps {
  content: Settings['results']['received']
  /** Whether the entry is on the record: then the line runs solid into a red seal, else it is dashed. */
  received: boolean
  /** Where the button leads. */
  href: string
  id?: string
  /** Between the words and the button. */
  children?: ReactNode
}

/** What became of a form that was sent without scripts. */
export function Result({ content, received, href, id, children }: ResultProps) {
  return (
    <Notice {...(id ? { id } : {})}>
      <Wrap>
        <Line $received={received}>
          <Seal />
        </Line>
        <Title>{content.title}</Title>
        <Lead>
          <LinkedText>{content.text}</LinkedText>
        </Lead>
        {children}
        <Ways>
          <ButtonLink href={href}>{content.cta}</ButtonLink>
        </Ways>
      </Wrap>
    </Notice>
  )
}

const Notice = styled.section`
  padding-top: calc(${measure.header} + clamp(48px, 6vw, 96px));
  overflow: clip;

  > ${Wrap} {
    padding-bottom: clamp(72px, 9vw, 144px);
  }

  ${Lead} {
    margin-top: 24px;
  }
`

const pending = css`
  &::before {
    border-top: 1px dashed ${color.ink3};
  }

  svg {
    color: ${color.rule2};
  }
`

const Line = styled.div<{ $received: boolean }>`
  ${screenOnly}
  display: flex;
  align-items: center;
  margin: 0 0 clamp(32px, 4vw, 64px) -50vw;

  &::before {
    content: '';
    width: calc(50vw + min(38%, 420px));
    border-top: 2px solid ${color.signal};
  }

  svg {
    width: clamp(96px, 10vw, 144px);
    flex: none;
  }

  ${({ $received }) => !$received && pending}
`

const Title = styled.h1`
  font-size: ${size.h1};
  line-height: 1;
  letter-spacing: -0.04em;
  max-width: 12em;
`

const Ways = styled(Actions)`
  margin-top: 32px;
`
