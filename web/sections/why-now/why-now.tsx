import { css, styled } from 'styled-components'
import type { WhyNow as WhyNowContent } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, size, space } from '../../theme/tokens.ts'
import { Docket, Label, Section, Wrap } from '../../ui/section.tsx'
import { Heading2, Hidden, Main } from '../../ui/text.tsx'
import { Counters } from './counters.tsx'
import { Gap } from './gap.tsx'

/** The problem, the gap between agreed and filed, and what it costs. */
export function WhyNow({ content, number }: { content: WhyNowContent; number: number }) {
  return (
    <Section id="why-now">
      <Wrap>
        <Docket>
          <Label number={number}>{content.label}</Label>
          <Main>
            <Heading2>{content.title}</Heading2>
            <Columns>
              {content.columns.map((column) => (
                <div key={column._key}>
                  <h3>{column.title}</h3>
                  <p>{column.text}</p>
                </div>
              ))}
            </Columns>
          </Main>
          <Stretch>
            <Hidden>{content.gap.alt}</Hidden>
            <Ends aria-hidden="true">
              <span>{content.gap.before}</span>
              <span>{content.gap.between}</span>
              <span>{content.gap.after}</span>
            </Ends>
            <Gap />
          </Stretch>
          <Totals>
            <Counters counters={content.counters} source={content.source} />
          </Totals>
        </Docket>
      </Wrap>
    </Section>
  )
}

const Columns = styled.div`
  display: grid;
  gap: ${space.s6};
  margin-top: ${space.s7};

  h3 {
    font-size: ${size.h4};
    margin-bottom: 8px;
  }

  p {
    color: ${color.ink2};
  }

  ${from.m} {
    grid-template-columns: 1fr 1fr;
    gap: 48px;
  }
`

const full = css`
  ${from.l} {
    grid-column: 1/13;
  }
`

const Stretch = styled.div`
  ${screenOnly}
  margin-top: clamp(56px, 6.4vw, 96px);
  position: relative;
  ${full}
`

const Ends = styled.p`
  display: grid;
  grid-template-columns: 28% 44% 28%;
  font-size: ${size.small};
  font-weight: 600;

  > span {
    align-self: end;
    padding-bottom: 10px;
  }

  > span:nth-child(2) {
    text-align: center;
    color: ${color.ink3};
    font-weight: 400;
    padding-bottom: 44px;
  }

  > span:nth-child(3) {
    text-align: right;
  }
`

const Totals = styled.div`
  margin-top: clamp(40px, 5vw, 72px);
  ${full}
`
