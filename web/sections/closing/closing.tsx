import { css, styled } from 'styled-components'
import { Engraved } from '../../art/engraving.tsx'
import { Seal } from '../../art/seal.tsx'
import type { Closing as ClosingContent, Settings } from '../../content/content.ts'
import { from, print, scriptless } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, measure, size } from '../../theme/tokens.ts'
import { Actions, ButtonLink } from '../../ui/button.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { HeadlineLines, Lead } from '../../ui/text.tsx'
import { JoinForm, SEAL_WIDTH } from './join-form.tsx'
import { PageAudit } from './page-audit.tsx'

interface ClosingProps {
  content: ClosingContent
  waitlist: Settings['waitlist']
}

/** The last call: the audit line leaves the rail and ends in the seal. */
export function Closing({ content, waitlist }: ClosingProps) {
  return (
    <Band id="closing" $band="ink">
      <Wrap>
        <Call data-behaviour="entrance" data-motion="branch">
          <h2>
            <HeadlineLines lines={content.headline} />
          </h2>
          <Lead>{content.lead}</Lead>
          <Buttons>
            <ButtonLink href="/#join" data-waitlist="closing">
              {content.cta}
            </ButtonLink>
            <ButtonLink href="/#join" data-waitlist="closing" data-intent="demo" $outlined>
              {content.secondaryCta}
            </ButtonLink>
          </Buttons>
          <JoinForm content={content.join} demo={content.secondaryCta} waitlist={waitlist} />
          <Stamp data-part="seal">
            <Seal words={content.seal.trim()} />
          </Stamp>
          <Branch aria-hidden="true">
            <span data-part="down" />
            <span data-part="across" />
            <span data-part="up" />
          </Branch>
        </Call>
        <PageAudit title={content.auditTitle} entries={content.audit} />
      </Wrap>
    </Band>
  )
}

const Band = styled(Section)`
  overflow: clip;

  > ${Wrap} {
    position: relative;
    padding-block: clamp(80px, 9vw, 136px) clamp(40px, 4vw, 56px);
  }

  ${print} {
    > ${Wrap} {
      padding-block: 0 8pt;
    }
  }
`

/* On paper nothing can be pressed. */
const Call = styled.div`
  ${screenOnly}
  h2 {
    font-size: ${size.hero};
    line-height: 0.93;
    letter-spacing: -0.042em;
  }

  h2 span {
    display: block;
  }

  > ${Lead} {
    margin-top: 28px;
  }

  ${from.l} {
    position: relative;
    padding-block: 56px 120px;

    /* Beside the seal, but for a word that is wider, which stays whole while the page has room for it. */
    h2 {
      display: grid;
      grid-template-columns: minmax(min-content, calc(100% - ${SEAL_WIDTH}));
      overflow-wrap: break-word;
    }

    h2 span {
      max-width: calc(min(100vw, 1440px) - ${measure.left} - ${measure.right});
    }

    > ${Lead} {
      max-width: min(30em, calc(100% - ${SEAL_WIDTH} - 24px));
    }

    > * {
      position: relative;
    }
  }
`

const Buttons = styled(Actions)`
  margin-top: 32px;

  ${scriptless} {
    display: none;
  }

  &:has(+ :target) {
    display: none;
  }
`

const Stamp = styled.div`
  width: min(74vw, 440px);
  margin: 56px auto 0;

  ${Engraved} {
    stroke-width: 0.38;
  }

  ${from.l} {
    && {
      position: absolute;
      right: 0;
      top: calc(50% - ${SEAL_WIDTH} * 0.6);
      margin: 0;
      width: ${SEAL_WIDTH};
    }

    ${scriptless} {
      top: 0;
    }
  }
`

/* From the rail down, across to below the seal, and up into it; three parts, drawn one after another. */
const corner = css`
  position: absolute;
  border: 0 solid ${color.signal};
`

const Branch = styled.span`
  display: none;

  ${from.l} {
    && {
      display: block;
      position: absolute;
    }

    left: calc(${measure.rail} - max(0px, (100vw - 1440px) / 2) - ${measure.left} - 1px);
    right: calc(${SEAL_WIDTH} / 2 - 1px);
    top: -200px;
    bottom: 0;
    pointer-events: none;

    > span {
      ${corner}
    }

    > :nth-child(1) {
      left: 0;
      top: 0;
      bottom: 0;
      width: 40px;
      border-width: 0 0 2px 2px;
      border-radius: 0 0 0 40px;
    }

    > :nth-child(2) {
      left: 40px;
      right: 40px;
      bottom: 0;
      border-bottom-width: 2px;
    }

    > :nth-child(3) {
      right: 0;
      bottom: 0;
      width: 40px;
      height: calc((100% - 200px) * 0.5 - ${SEAL_WIDTH} * 0.4 + 2px);
      border-width: 0 2px 2px 0;
      border-radius: 0 0 40px;
    }

    ${scriptless} {
      > :nth-child(3) {
        height: calc(100% - 200px - ${SEAL_WIDTH} + 8px);
      }
    }
  }
`
