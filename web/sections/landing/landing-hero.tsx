import { styled } from 'styled-components'
import { Engraved } from '../../art/engraving.tsx'
import { Seal } from '../../art/seal.tsx'
import { Stars } from '../../art/stars.tsx'
import type { LandingPart } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, measure, size } from '../../theme/tokens.ts'
import { Actions } from '../../ui/button.tsx'
import { PageHead, PageTitle } from '../../ui/page-head.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Lead } from '../../ui/text.tsx'
import { LandingActions } from './landing-actions.tsx'

interface LandingHeroProps {
  content: Pick<LandingPart<'heroBlock'>, 'title'> & Partial<LandingPart<'heroBlock'>>
  /** Words that run around the seal. */
  seal: string
  id: string
  /** Only the first opening of a page is its heading. */
  isFirst: boolean
}

/** What the page is about and what to do: as it opens, or once more further down. */
export function LandingHero({ content, seal, id, isFirst }: LandingHeroProps) {
  return (
    <PageHead id={id}>
      {isFirst && <Stars />}
      <Sealed>
        <Mark words={seal.trim()} />
        <Title as={isFirst ? 'h1' : 'h2'}>{content.title}</Title>
        {content.lead && <Lead>{content.lead}</Lead>}
        <LandingActions actions={content.actions} />
        {content.note && <Note>{content.note}</Note>}
      </Sealed>
    </PageHead>
  )
}

const Sealed = styled(Wrap)`
  position: relative;

  ${Actions} {
    margin-top: 28px;
  }
`

const Title = styled(PageTitle)`
  max-width: 9em;
  overflow-wrap: break-word;
`

const Mark = styled(Seal)`
  display: none;

  ${from.l} {
    display: block;
    position: absolute;
    right: ${measure.right};
    bottom: clamp(48px, 6vw, 88px);
    width: clamp(180px, 18vw, 264px);
    color: ${color.ink};

    ${Engraved} {
      stroke-width: 0.42;
    }
  }
`

const Note = styled.p`
  margin-top: 14px;
  font-size: ${size.small};
  color: ${color.ink3};
`
