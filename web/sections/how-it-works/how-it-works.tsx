import { useId } from 'react'
import { styled } from 'styled-components'
import { part } from '../../browser/parts.ts'
import type { HowItWorks as HowItWorksContent } from '../../content/content.ts'
import { below, print, screen, scriptless, scripted } from '../../theme/media.ts'
import { Head, Label, onSunk, Section, Wrap, type SectionProps } from '../../ui/section.tsx'
import { Fine, Heading2, HeadlineLines, Lead } from '../../ui/text.tsx'
import { EngineDrawings } from './engine.tsx'
import { ExampleControls } from './example-controls.tsx'
import { Stage, stages } from './stage.tsx'

/**
 * Examples, from fragments to record. Without scripts they stand in a row that scrolls and snaps;
 * with scripts one is shown at a time and all take the height of the tallest, so nothing shifts.
 */
export function HowItWorks({ content, number, id = 'how-it-works' }: SectionProps<HowItWorksContent>) {
  const drawings = useId()
  return (
    <Band id={id} $band="sunk">
      <Wrap>
        <Label number={number}>{content.label}</Label>
        <Head>
          <Heading2>
            <HeadlineLines lines={content.headline} as={Line} />
          </Heading2>
          <Lead>{content.lead}</Lead>
        </Head>
        <div data-behaviour="examples">
          <EngineDrawings id={drawings} />
          <Slides data-part="slides">
            {content.examples.map((example, i) => (
              <li key={example._id} data-part="slide" data-current={i === 0 ? '' : undefined}>
                <Stage example={example} number={i + 1} copy={content} drawings={drawings} />
              </li>
            ))}
          </Slides>
          <ExampleControls content={content} />
        </div>
        <Fine>{content.note}</Fine>
      </Wrap>
    </Band>
  )
}

const Band = styled(Section)`
  ${onSunk}
`

const Line = styled.span`
  display: block;
`

const Slides = styled.ul`
  margin-top: clamp(40px, 4.6vw, 72px);
  display: grid;

  ${scriptless} {
    grid-auto-flow: column;
    grid-auto-columns: calc(100% - 40px);
    gap: 24px;
    overflow-x: auto;
    scroll-snap-type: x mandatory;
    overscroll-behavior-x: contain;
    padding: 0 8px 16px 0;

    > li {
      scroll-snap-align: start;
    }
  }

  ${screen} {
    ${scripted} {
      ${stages}

      > li:not([data-current], [data-leaving]) {
        visibility: hidden;
      }

      > [data-current] {
        z-index: 1;
      }

      /* Inputs and record of the previous example stay until the new ones cover them. */
      > [data-leaving] > * > :not(${part('inputs')}, ${part('wipe')}) {
        visibility: hidden;
      }

      ${below.s} {
        touch-action: pan-y pinch-zoom;
        user-select: none;
      }
    }
  }

  ${print} {
    && {
      display: block;
    }

    > li {
      padding-top: 14pt;
    }
  }
`
