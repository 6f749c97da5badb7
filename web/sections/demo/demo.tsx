import { styled } from 'styled-components'
import type { Demo as DemoContent } from '../../content/content.ts'
import { below, from, print } from '../../theme/media.ts'
import { color, radius, size } from '../../theme/tokens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Head, Label, Section, Under, Wrap } from '../../ui/section.tsx'
import { Heading2, Lead, Mono } from '../../ui/text.tsx'
import { DemoLog } from './demo-log.tsx'
import { DemoRedline } from './demo-redline.tsx'
import { DemoScrub } from './demo-scrub.tsx'
import { DemoSteps } from './demo-steps.tsx'

interface DemoProps {
  content: DemoContent
  number: number
  /** Serial of the record that the run produces. */
  serial: string
}

/** One run, from intake to seal. The page holds it complete; a script takes it back and plays it. */
export function Demo({ content, number, serial }: DemoProps) {
  return (
    <Section id="demo" $band="ink">
      <Wrap>
        <Label number={number}>{content.label}</Label>
        <Head>
          <Heading2>{content.title}</Heading2>
          <Lead>{content.lead}</Lead>
        </Head>
        <Preview data-behaviour="demo" data-sealed="">
          <Bar>
            <b>{content.document.type}</b>
            <span>{content.document.preparedFor}</span>
            <Mono>{serial}</Mono>
          </Bar>
          <Body>
            <DemoSteps steps={content.steps} intake={content.document.intake} />
            <DemoRedline passages={content.redline} notes={content.notes} waiting={content.waiting} />
            <DemoLog content={content} />
          </Body>
          <DemoScrub content={content} />
        </Preview>
        <Under>
          <p>{content.note}</p>
          <ButtonLink href="/#join" data-waitlist="demo-preview" data-intent="demo">
            {content.cta}
          </ButtonLink>
        </Under>
      </Wrap>
    </Section>
  )
}

const Preview = styled.div`
  margin-top: clamp(40px, 4.6vw, 72px);
  border: 1px solid ${color.rule2};
  border-radius: ${radius};
  background: ${color.sheet};
  overflow: hidden;

  ${print} {
    overflow: visible;
  }
`

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 0 20px;
  min-height: 52px;
  border-bottom: 1px solid ${color.rule};
  font-size: ${size.small};
  color: ${color.ink2};

  b {
    color: ${color.ink};
    font-weight: 600;
  }

  ${Mono} {
    margin-left: auto;
    color: ${color.signal};
    white-space: nowrap;
  }

  ${below.s} {
    span:not(:last-child) {
      display: none;
    }
  }

  ${print} {
    break-after: avoid;
  }
`

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);

  ${from.l} {
    grid-template-columns: 270px minmax(0, 1fr) 276px;
  }

  ${print} {
    display: block;
  }
`
