import { styled } from 'styled-components'
import { Glyph } from '../../art/glyphs.tsx'
import type { About } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, size, space } from '../../theme/tokens.ts'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'

/** Rosettes in the order that suits three principles; further ones follow from the first. */
const glyphs = [2, 1, 3, 4, 0]

/** What the engine is built by. */
export function AboutPrinciples({ content }: { content: About['principles'] }) {
  return (
    <Section>
      <Wrap>
        <Docket>
          <Label heading>{content.title}</Label>
          <Principles>
            {content.items.map((principle, i) => (
              <li key={principle._key}>
                <Glyph number={glyphs[i % glyphs.length] ?? 0} />
                <h3>{principle.title}</h3>
                <p>{principle.text}</p>
              </li>
            ))}
          </Principles>
        </Docket>
      </Wrap>
    </Section>
  )
}

const Principles = styled.ol`
  border-top: 1px solid ${color.edge};
  margin-top: ${space.s7};

  li {
    display: grid;
    gap: 8px 24px;
    padding: 32px 0;
    border-bottom: 1px solid ${color.rule};
    align-items: start;
  }

  svg {
    width: 96px;
    height: 96px;
  }

  h3 {
    font-size: clamp(1.75rem, 1.3rem + 2vw, 3rem);
    letter-spacing: -0.03em;
    line-height: 1.02;
  }

  p {
    color: ${color.ink2};
    font-size: ${size.lead};
    line-height: 1.45;
  }

  ${from.l} {
    grid-column: 1/-1;

    li {
      grid-template-columns: minmax(0, 2fr) minmax(0, 5fr) minmax(0, 5fr);
      align-items: center;
    }
  }
`
