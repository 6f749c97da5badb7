import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { color, size } from '../../theme/tokens.ts'
import { Actions } from '../../ui/button.tsx'
import { SealedHead } from '../../ui/sealed-head.tsx'
import { Lead } from '../../ui/text.tsx'
import { LandingActions } from './landing-actions.tsx'

interface LandingHeroProps {
  content: Pick<BlockOf<'heroBlock'>, 'title'> & Partial<BlockOf<'heroBlock'>>
  /** Words that run around the seal. */
  seal: string
  id: string
  /** Only the first opening of a page is its heading. */
  isFirst: boolean
}

/** What the page is about and what to do: its opening, or another one further down. */
export function LandingHero({ content, seal, id, isFirst }: LandingHeroProps) {
  return (
    <SealedHead seal={seal} title={content.title} id={id} isFirst={isFirst}>
      {content.lead && <Lead>{content.lead}</Lead>}
      <Buttons>
        <LandingActions actions={content.actions} />
      </Buttons>
      {content.note && <Note>{content.note}</Note>}
    </SealedHead>
  )
}

const Buttons = styled.div`
  > ${Actions} {
    margin-top: 28px;
  }
`

const Note = styled.p`
  margin-top: 14px;
  font-size: ${size.small};
  color: ${color.ink3};
`
