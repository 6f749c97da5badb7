import { styled } from 'styled-components'
import { Engraved } from '../../art/engraving.tsx'
import { Seal } from '../../art/seal.tsx'
import { Stars } from '../../art/stars.tsx'
import type { About } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, measure } from '../../theme/tokens.ts'
import { PageHead, PageTitle } from '../../ui/page-head.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Lead } from '../../ui/text.tsx'

/** Title and lead beside the seal, whose `seal` words run around it. */
export function AboutHead({ content, seal }: { content: About; seal: string }) {
  return (
    <PageHead>
      <Stars />
      <Sealed>
        <Mark words={seal.trim()} />
        <Title>{content.title}</Title>
        <Lead>{content.lead}</Lead>
      </Sealed>
    </PageHead>
  )
}

const Sealed = styled(Wrap)`
  position: relative;
`

const Title = styled(PageTitle)`
  max-width: 9em;
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
