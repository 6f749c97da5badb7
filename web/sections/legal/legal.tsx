import { css, styled } from 'styled-components'
import type { LegalPage } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, measure, size } from '../../theme/tokens.ts'
import { fill } from '../../ui/fill.ts'
import { PageHead, PageTitle } from '../../ui/page-head.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { heading3, Lead, Serial } from '../../ui/text.tsx'
import { clauses } from './clauses.ts'

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Title and the month of the last change: `updated` is its sentence, with `{month}`. */
export function LegalHead({ page, updated }: { page: LegalPage; updated: string }) {
  const month = monthAndYear.format(new Date(page.updated))
  return (
    <PageHead>
      <Tight>
        <PageTitle $quiet>{page.title}</PageTitle>
        <Lead>{fill(updated, { month })}</Lead>
      </Tight>
    </PageHead>
  )
}

/** The clauses of a policy beside the list of them; `contents` names that list. */
export function LegalText({ page, contents }: { page: LegalPage; contents: string }) {
  const { opening, numbered } = clauses(page.body)
  return (
    <Section>
      <Close>
        <Contents aria-label={contents}>
          <b aria-hidden="true">{contents}</b>
          <ol>
            {numbered.map((clause, i) => (
              <li key={clause.id}>
                <a href={`#${clause.id}`}>
                  <Serial>{i + 1}</Serial> {clause.title}
                </a>
              </li>
            ))}
          </ol>
        </Contents>
        <Text>
          <Intro>{page.intro}</Intro>
          {opening.length > 0 && (
            <Opening>
              <RichText blocks={opening} />
            </Opening>
          )}
          {numbered.map((clause, i) => (
            <Clause key={clause.id} id={clause.id}>
              <h2>
                <Serial>§ {i + 1}</Serial> {clause.title}
              </h2>
              <div>
                <RichText blocks={clause.blocks} />
              </div>
            </Clause>
          ))}
        </Text>
      </Close>
    </Section>
  )
}

const Tight = styled(Wrap)`
  && {
    padding-bottom: 48px;

    ${print} {
      padding-bottom: 12pt;
    }
  }

  ${Lead} {
    font-size: ${size.body};
  }
`

const Close = styled(Wrap)`
  display: grid;
  gap: 40px;

  && {
    padding-top: 56px;

    /* Firefox begins a grid that is higher than a sheet on the next one. */
    ${print} {
      display: block;
      padding-top: 14pt;
    }
  }

  ${from.l} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: 24px;
  }
`

const Contents = styled.nav`
  font-size: ${size.small};

  b {
    display: block;
    margin-bottom: 8px;
    font-weight: 600;
  }

  a {
    display: flex;
    gap: 10px;
    min-height: 44px;
    align-items: center;
    text-decoration: none;
    color: ${color.ink2};
  }

  a:hover {
    color: ${color.ink};
    text-decoration: underline;
  }

  ${from.l} {
    grid-column: 1/4;
    position: sticky;
    top: calc(${measure.header} + 32px);
    align-self: start;

    a {
      min-height: 36px;
    }
  }
`

const Text = styled.div`
  ${from.l} {
    grid-column: 4/13;
  }
`

const Intro = styled.p`
  font-size: ${size.lead};
  line-height: 1.45;
  color: ${color.ink2};
  max-width: 36em;
  margin-bottom: 40px;

  ${print} {
    margin-bottom: 14pt;
  }
`

const prose = css`
  p,
  li {
    color: ${color.ink2};
    max-width: 40em;
  }

  * + p,
  ul,
  ol {
    margin-top: 12px;
  }

  h3 {
    font-size: ${size.body};
    line-height: 1.3;
  }

  * + h3 {
    margin-top: 24px;
  }

  h3 + * {
    margin-top: 8px;
  }

  li + li {
    margin-top: 8px;
  }
`

const Opening = styled.div`
  padding-bottom: 32px;
  ${prose}

  ${print} {
    padding-bottom: 12pt;
  }
`

const Clause = styled.section`
  border-top: 1px solid ${color.rule};
  padding: 28px 0 32px;
  display: grid;
  gap: 10px 24px;

  ${print} {
    padding-block: 12pt;
    break-inside: avoid;
  }

  h2 {
    ${heading3}
    line-height: 1.2;
    display: flex;
    gap: 14px;
  }

  h2 ${Serial} {
    font-size: ${size.small};
    letter-spacing: 0;
    padding-top: 0.5em;
    min-width: 2.6em;
  }

  ${prose}

  ${from.s} {
    > div {
      padding-left: calc(2.6 * ${size.small} + 14px);
    }
  }
`
