import { styled } from 'styled-components'
import { SECTIONS } from '../../../api/contract/sections.ts'
import type { Faq as FaqContent } from '../../content/content.ts'
import { below, from, print } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, duration, ease, measure, size, space } from '../../theme/tokens.ts'
import { anchorsOf } from '../../ui/anchors.ts'
import { TextLink } from '../../ui/button.tsx'
import { fill } from '../../ui/fill.ts'
import { Plus } from '../../ui/plus.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Label, Section, Wrap, type SectionProps } from '../../ui/section.tsx'
import { Heading2, Serial } from '../../ui/text.tsx'

type Item = FaqContent['groups'][number]['items'][number]

/** Groups of questions as native disclosures, the first one open. */
export function Faq({ content, number, id }: SectionProps<FaqContent>) {
  const items = content.groups.flatMap((group) => group.items)
  const anchors = anchorsOf(
    items.map(({ question }) => question),
    SECTIONS,
  )
  // On a page with other parts, a question's anchor could be that of a part.
  const prefix = id === undefined ? '' : `${id}-`
  const anchorOf = (item: Item) => `${prefix}${anchors[items.indexOf(item)] ?? ''}`
  const pinned = items.filter((item) => item.pinned)
  return (
    <Section id={id ?? 'faq'} $band="sunk">
      <Wrap>
        <Columns>
          <Title>
            <Label number={number}>{content.label}</Label>
            <Heading2>{content.title}</Heading2>
            {pinned.length > 0 && (
              <Pinned data-behaviour="faq">
                {content.pinned && <p>{content.pinned}</p>}
                <ul>
                  {pinned.map((item) => (
                    <li key={item._key}>
                      <TextLink href={`#${anchorOf(item)}`}>{item.question}</TextLink>
                    </li>
                  ))}
                </ul>
              </Pinned>
            )}
          </Title>
          <div>
            {content.groups.map((group, i) => (
              <Group key={group._id} open={i === 0}>
                <summary>
                  <Serial>
                    {number}.{i + 1}
                  </Serial>{' '}
                  <h3>{group.title}</h3> <small>{fill(content.count, { n: group.items.length })}</small>
                  <Plus $size={18} />
                </summary>
                <Answers>
                  {group.items.map((item) => (
                    <div key={item._key} id={anchorOf(item)}>
                      <h4>{item.question}</h4>
                      <RichText blocks={item.answer} />
                    </div>
                  ))}
                </Answers>
              </Group>
            ))}
          </div>
        </Columns>
      </Wrap>
    </Section>
  )
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.s6};

  ${from.l} {
    grid-template-columns: minmax(0, 3.6fr) minmax(0, 8.4fr);
    gap: 24px 48px;
  }

  /* Firefox cuts lines in half where a grid is higher than a sheet. */
  ${print} {
    display: block;
  }
`

const Title = styled.div`
  ${from.l} {
    position: sticky;
    top: calc(${measure.header} + 40px);
    align-self: start;
  }
`

/* On paper every answer stands below, and nothing leads to it. */
const Pinned = styled.div`
  ${screenOnly}
  margin-top: ${space.s5};

  p {
    color: ${color.ink3};
    font-size: ${size.small};
  }
`

const Group = styled.details`
  container-type: inline-size;
  border-top: 1px solid ${color.rule};

  &:last-child {
    border-bottom: 1px solid ${color.rule};
  }

  ${print} {
    break-inside: avoid;
  }

  summary {
    display: flex;
    align-items: center;
    gap: 16px;
    min-height: 84px;
    padding-block: 8px;
    cursor: pointer;
    list-style: none;

    ${below.xs} {
      gap: 10px;
    }
  }

  /* In large letters, or on the outside of a fold, the count stands below. */
  @container (max-width: 16em) {
    summary {
      flex-wrap: wrap;
      gap: 4px 16px;
      padding-block: 12px;
    }

    h3 {
      width: calc(100% - 34px);
      overflow-wrap: anywhere;
    }
  }

  summary::-webkit-details-marker {
    display: none;
  }

  ${Serial} {
    font-size: ${size.small};
    font-weight: 600;
    line-height: 1.15;
    width: 3.4em;
    flex: none;

    ${below.xs} {
      width: 2.4em;
    }
  }

  h3 {
    font-size: ${size.h3};
    letter-spacing: -0.018em;
    line-height: 1.15;
  }

  small {
    margin-left: auto;
    font-size: ${size.small};
    color: ${color.ink3};
    white-space: nowrap;
  }
`

const Answers = styled.div`
  display: grid;
  padding-bottom: 28px;

  > div {
    padding: 22px 0;
    border-top: 1px solid ${color.rule};
    transition:
      opacity ${duration.state} ${ease.out},
      transform ${duration.state} ${ease.out};

    @starting-style {
      opacity: 0;
      transform: translateY(6px);
    }
  }

  h4 {
    font-size: ${size.h4};
    line-height: 1.3;
    letter-spacing: -0.008em;
  }

  p,
  ul {
    color: ${color.ink2};
    margin-top: 8px;
    max-width: 34em;
  }

  ${from.m} {
    grid-template-columns: 1fr 1fr;
    column-gap: 32px;
    padding-bottom: 36px;
  }

  ${from.l} {
    padding-left: calc(3.4 * ${size.small} + 16px);
  }
`
