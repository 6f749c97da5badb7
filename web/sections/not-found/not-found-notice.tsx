import { styled } from 'styled-components'
import { AuditStrand, Strands } from '../../art/engraving.tsx'
import { Stars } from '../../art/stars.tsx'
import { Tangle } from '../../art/tangle.tsx'
import type { NotFound } from '../../content/content.ts'
import { paintedOnly } from '../../theme/forced.ts'
import { below } from '../../theme/media.ts'
import { color, layer, measure, size } from '../../theme/tokens.ts'
import { Actions, ButtonLink, TextLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-head.tsx'
import { Wrap } from '../../ui/section.tsx'

/** The audit line comes in and ends, where ruled lines turn back into a tangle. */
export function NotFoundNotice({ content }: { content: NotFound }) {
  return (
    <Notice>
      <Stars />
      <Band>
        <Art viewBox="0 0 1440 300" aria-hidden="true">
          <g transform="matrix(-1 0 0 1 1440 0)">
            <Tangle audited={false} />
          </g>
          <AuditStrand d="M-1200 176H790" />
          <End cx={790} cy={176} r={6} />
        </Art>
      </Band>
      <Words>
        <PageTitle>{content.title}</PageTitle>
        <Question>{content.text}</Question>
        {content.note && <Note>{content.note}</Note>}
        <Ways>
          <ButtonLink href="/">{content.cta}</ButtonLink>
          <TextLink href="/contact">{content.secondaryCta}</TextLink>
        </Ways>
      </Words>
    </Notice>
  )
}

const Notice = styled.section`
  position: relative;
  padding-top: calc(${measure.header} + clamp(20px, 3vw, 48px));
  overflow: clip;
  isolation: isolate;
`

const Band = styled.div`
  ${paintedOnly}
  position: relative;
  height: 330px;

  ${below.m} {
    height: 190px;
  }
`

const Art = styled(Strands)`
  position: absolute;
  z-index: ${layer.art};
  left: 50%;
  top: 0;
  width: 1440px;
  height: 300px;
  margin-left: -720px;
  overflow: visible;
  pointer-events: none;

  ${below.m} {
    transform: scale(0.6);
    transform-origin: 50% 0;
  }
`

const End = styled.circle`
  fill: ${color.signal};
  stroke: none;
`

const Words = styled(Wrap)`
  padding-bottom: clamp(64px, 7vw, 104px);
`

const Question = styled.p`
  font-size: ${size.lead};
  color: ${color.ink2};
  margin-top: 24px;
`

const Note = styled.p`
  color: ${color.ink3};
  margin-top: 6px;
`

const Ways = styled(Actions)`
  margin-top: 32px;
`
