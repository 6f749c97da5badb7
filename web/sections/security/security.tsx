import { styled } from 'styled-components'
import type { Security as SecurityContent } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, size, space } from '../../theme/tokens.ts'
import { TextLink } from '../../ui/button.tsx'
import { Label, Section, Wrap, type SectionProps } from '../../ui/section.tsx'
import { Heading2, Hidden, Lead, Serial } from '../../ui/text.tsx'
import { Rings } from './rings.tsx'

export function Security({ content, number, id = 'security' }: SectionProps<SecurityContent>) {
  const { alt, ...words } = content.rings
  return (
    <Clipped id={id}>
      <Wrap>
        <Columns>
          <div>
            <Label number={number}>{content.label}</Label>
            <Heading2>{content.title}</Heading2>
            <Intro>{content.lead}</Intro>
            <Register>
              {content.points.map((point, i) => (
                <li key={point._key}>
                  <Serial>
                    {number}.{i + 1}
                  </Serial>
                  <h3>{point.title}</h3>
                  <p>{point.text}</p>
                </li>
              ))}
            </Register>
            <Ask href="/contact">{content.cta}</Ask>
          </div>
          <Drawn data-behaviour="entrance" data-motion="rings">
            <Hidden>{alt}</Hidden>
            <Rings {...words} />
          </Drawn>
        </Columns>
      </Wrap>
    </Clipped>
  )
}

/* The rings may extend beyond the right edge. */
const Clipped = styled(Section)`
  overflow: clip;
`

const Columns = styled.div`
  display: grid;
  gap: 48px;

  > div {
    min-width: 0;
    position: relative;
  }

  ${from.l} {
    grid-template-columns: minmax(0, 6fr) minmax(0, 6fr);
    gap: clamp(64px, 8vw, 120px);
    align-items: center;
  }
`

const Intro = styled(Lead)`
  margin-top: ${space.s5};
`

const Register = styled.ol`
  border-top: 1px solid ${color.edge};
  margin-top: ${space.s7};

  li {
    display: grid;
    gap: 4px 24px;
    padding: 22px 0;
    border-bottom: 1px solid ${color.rule};
    grid-template-columns: 3.4em 1fr;
  }

  ${Serial} {
    font-size: ${size.small};
    font-weight: 600;
    padding-top: 0.42em;
  }

  h3 {
    font-size: ${size.h3};
    letter-spacing: -0.015em;
    line-height: 1.2;
  }

  p {
    grid-column: 2;
    color: ${color.ink2};
    max-width: 34em;
  }
`

const Drawn = styled.div`
  ${screenOnly}
`

const Ask = styled(TextLink)`
  margin-top: 20px;
`
