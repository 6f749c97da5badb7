import { styled } from 'styled-components'
import type { Integrations as IntegrationsContent } from '../../content/content.ts'
import { reducedMotion, scriptless } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { TextButton } from '../../ui/button.tsx'
import { Docket, Label, Section, Wrap, type SectionProps } from '../../ui/section.tsx'
import { Fine, Heading2, Lead, Main } from '../../ui/text.tsx'
import { Marquee } from './marquee.tsx'

export function Integrations({ content, number, id = 'integrations' }: SectionProps<IntegrationsContent>) {
  return (
    <Section id={id}>
      <Top>
        <Docket>
          <Label number={number}>{content.label}</Label>
          <Main>
            <Heading2>{content.title}</Heading2>
            <Lead>{content.lead}</Lead>
          </Main>
        </Docket>
      </Top>
      <div data-behaviour="marquee">
        <Marquee items={content.items} label={`§ ${number} ${content.label}`} gate={content.gate} />
        <Bottom>
          <Fine>{content.note}</Fine>
          <Toggle
            type="button"
            data-part="toggle"
            data-play={content.play}
            data-play-name={content.playName}
            aria-label={content.pauseName}
          >
            {content.pause}
          </Toggle>
        </Bottom>
      </div>
    </Section>
  )
}

const Top = styled(Wrap)`
  && {
    padding-bottom: 0;
  }
`

const Bottom = styled(Wrap)`
  display: flex;
  justify-content: space-between;
  align-items: flex-start;
  gap: 24px;
  margin-top: 24px;
  padding-bottom: clamp(72px, 9.2vw, 144px);

  > p {
    margin-top: 12px;
  }
`

/* Under reduced motion nothing runs, so there is nothing to pause. */
const Toggle = styled(TextButton)`
  font-size: ${size.small};
  color: ${color.ink};

  ${scriptless} {
    display: none;
  }

  ${reducedMotion} {
    display: none;
  }
`
