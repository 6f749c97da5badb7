import { styled } from 'styled-components'
import type { Cal as CalContent } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, font, radius, size, space } from '../../theme/tokens.ts'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Hidden, Lead, Main } from '../../ui/text.tsx'
import { Fan } from './fan.tsx'
import { Readers } from './readers.tsx'

/** What the adaptive layer does, and one fact as three readers get it. */
export function Cal({ content, number }: { content: CalContent; number: number }) {
  const { fact } = content
  return (
    <Section id="cal">
      <Wrap>
        <Docket>
          <Label number={number}>{content.label}</Label>
          <Main>
            <Heading2>{content.title}</Heading2>
            <Lead>{content.lead}</Lead>
            <Claims>
              {content.claims.map((claim) => (
                <li key={claim._key}>
                  <b>{claim.verb}</b> <span>{claim.text}</span>
                </li>
              ))}
            </Claims>
          </Main>
        </Docket>
        <Fact data-behaviour="entrance" data-motion="fan">
          <h3>
            <Hidden>{fact.title}</Hidden>
          </h3>
          <Raw data-part="raw">
            <small>
              <span>{fact.rawLabel}</span> <span>{fact.illustrative}</span>
            </small>
            <p>{fact.raw}</p>
          </Raw>
          <Fan sheets={fact.readers.length} />
          <Readers readers={fact.readers} />
        </Fact>
      </Wrap>
    </Section>
  )
}

const Claims = styled.ul`
  margin-top: ${space.s7};
  display: grid;

  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    padding: 16px 0;
    border-top: 1px solid ${color.rule};
    align-items: baseline;
    column-gap: 24px;
  }

  b {
    font-size: ${size.h3};
    font-weight: 600;
    letter-spacing: -0.015em;
    line-height: 1.2;
  }

  span {
    color: ${color.ink2};
    font-size: ${size.lead};
    line-height: 1.4;
  }

  ${from.s} {
    li {
      grid-template-columns: minmax(0, 3fr) minmax(0, 6fr);
    }
  }
`

const Fact = styled.div`
  position: relative;
  margin-top: clamp(64px, 7vw, 112px);
`

/* Dashed: as it arrived, nothing governs it yet. */
const Raw = styled.div`
  border: 1px dashed ${color.ink3};
  border-radius: ${radius};
  padding: 20px 24px;
  max-width: 52em;
  margin-inline: auto;
  position: relative;
  background: ${color.bg};

  small {
    display: flex;
    justify-content: space-between;
    font-size: ${size.micro};
    color: ${color.ink3};
    margin-bottom: 6px;
  }

  p {
    text-wrap: balance;
    font: 400 1rem/1.5 ${font.mono};
    letter-spacing: -0.01em;
  }
`
