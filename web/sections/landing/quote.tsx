import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { color, size } from '../../theme/tokens.ts'
import { Section, Wrap } from '../../ui/section.tsx'

/** What somebody said, and who. */
export function Quote({ content, id }: { content: BlockOf<'quoteBlock'>; id: string }) {
  return (
    <Section id={id}>
      <Wrap>
        <Said>
          <blockquote>
            <p>“{content.quote}”</p>
          </blockquote>
          <figcaption>
            <b>{content.person}</b>
            {content.role && <span>{content.role}</span>}
          </figcaption>
        </Said>
      </Wrap>
    </Section>
  )
}

const Said = styled.figure`
  blockquote {
    font-size: ${size.h2};
    line-height: 1.1;
    letter-spacing: -0.03em;
    font-weight: 500;
    max-width: 22em;
    text-indent: -0.4em;
    padding-left: 0.4em;
  }

  figcaption {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    margin-top: 28px;
    font-size: ${size.small};
    color: ${color.ink2};
  }

  figcaption > * {
    min-width: 0;
  }

  b {
    color: ${color.ink};
    font-weight: 600;
  }
`
