import { styled } from 'styled-components'
import { Drawing, Engraved } from '../../art/engraving.tsx'
import { Rosette, Ticks } from '../../art/rosette.tsx'
import { Stars } from '../../art/stars.tsx'
import type { Platform } from '../../content/content.ts'
import { paintedOnly } from '../../theme/forced.ts'
import { below, from, print } from '../../theme/media.ts'
import { color, layer, measure, size } from '../../theme/tokens.ts'
import { PageHead, PageTitle } from '../../ui/page-head.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Lead } from '../../ui/text.tsx'

/** Title and lead before the engine's rosette, then the four tiles. */
export function PlatformHead({ content }: { content: Platform }) {
  return (
    <>
      <PageHead>
        <Engine viewBox="0 0 200 200">
          <Engraved>
            <Rosette rx={92} r={40} turns={44} />
            <Ticks r={96.5} count={300} length={4} inked={0.2} />
          </Engraved>
          <path d="M60 100q7-20 14 0t14 0" stroke="currentColor" strokeWidth={0.9} />
          <path d="M88 100H420" stroke={color.signal} strokeWidth={1.1} />
        </Engine>
        <Stars />
        <Tall>
          <PageTitle>{content.title}</PageTitle>
          <Lead>{content.lead}</Lead>
        </Tall>
      </PageHead>
      <Wrap>
        <Tiles>
          {content.tiles.map((tile) => (
            <div key={tile._key}>
              <dt>{tile.label}</dt>
              <dd>{tile.value}</dd>
            </div>
          ))}
        </Tiles>
      </Wrap>
    </>
  )
}

const Engine = styled(Drawing)`
  ${paintedOnly}
  position: absolute;
  z-index: ${layer.art};
  right: max(-150px, -10vw);
  top: calc(${measure.header} * 0.7);
  width: clamp(340px, 50vw, 720px);
  overflow: visible;
  color: ${color.ink};
  opacity: 0.9;

  ${Engraved} {
    stroke-width: 0.22;
  }

  ${below.m} {
    width: 300px;
    right: -84px;
    top: 84px;
  }
`

const Tall = styled(Wrap)`
  min-height: clamp(300px, 36vw, 560px);
  display: flex;
  flex-direction: column;
  justify-content: flex-end;

  ${Lead} {
    max-width: 31em;
  }

  ${below.m} {
    min-height: 440px;
  }

  ${print} {
    min-height: 0;
  }
`

const Tiles = styled.dl`
  border-block: 1px solid ${color.edge};
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(max(34%, 7em), 1fr));

  > div {
    padding: 20px 16px 22px 0;
    border-bottom: 1px solid ${color.rule};
  }

  > div:nth-child(even) {
    padding-left: 16px;
    border-left: 1px solid ${color.rule};
  }

  > div:nth-child(n + 3) {
    border-bottom: 0;
  }

  dt {
    font-size: ${size.small};
    color: ${color.ink2};
  }

  dd {
    font-size: ${size.h2};
    line-height: 1.05;
    letter-spacing: -0.034em;
    font-weight: 600;
    margin-top: 6px;
  }

  ${below.s} {
    dd {
      font-size: 1.75rem;
    }
  }

  ${from.l} {
    grid-template-columns: repeat(4, 1fr);

    > div:nth-child(n) {
      border: 0;
      padding: 26px 20px 30px 24px;
      border-left: 1px solid ${color.rule};
    }

    > div:nth-child(4n + 1) {
      padding-left: 0;
      border-left: 0;
    }

    dd {
      font-size: clamp(2rem, 3.4vw, 3.25rem);
    }
  }
`
