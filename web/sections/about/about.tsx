import { styled } from 'styled-components'
import { Glyph } from '../../art/glyphs.tsx'
import type { About } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, size, space } from '../../theme/tokens.ts'
import { SealedHead } from '../../ui/sealed-head.tsx'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { Lead, Main } from '../../ui/text.tsx'

/** Title and lead beside the seal, whose `seal` words run around it. */
export function AboutHead({ content, seal }: { content: About; seal: string }) {
  return (
    <SealedHead seal={seal} title={content.title}>
      <Lead>{content.lead}</Lead>
    </SealedHead>
  )
}

/** What the company is for, in one sentence and one paragraph. */
export function AboutMission({ content }: { content: About['mission'] }) {
  return (
    <Section>
      <Wrap>
        <Docket>
          <Label heading>{content.title}</Label>
          <Main>
            <Statement>{content.statement}</Statement>
            <Lead>{content.text}</Lead>
          </Main>
        </Docket>
      </Wrap>
    </Section>
  )
}

/** The rosettes of the first principles; further ones start over. */
const GLYPHS = [2, 1, 3, 4, 0]

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
                <Glyph number={GLYPHS[i % GLYPHS.length] ?? 0} />
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

const Statement = styled.p`
  font-size: ${size.h2};
  line-height: 1.08;
  letter-spacing: -0.03em;
  font-weight: 500;
  max-width: 20em;
`

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

  ${print} {
    margin-top: 12pt;

    li {
      padding-block: 10pt;
    }
  }
`
