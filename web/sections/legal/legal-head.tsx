import { styled } from 'styled-components'
import type { LegalPage } from '../../content/content.ts'
import { size } from '../../theme/tokens.ts'
import { fill } from '../../ui/fill.ts'
import { PageHead, PageTitle } from '../../ui/page-head.tsx'
import { Wrap } from '../../ui/section.tsx'
import { Lead } from '../../ui/text.tsx'

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

const Tight = styled(Wrap)`
  && {
    padding-bottom: 48px;
  }

  ${Lead} {
    font-size: ${size.body};
  }
`
