import type { LegalPage as LegalContent, Settings } from '../../content/content.ts'
import { LegalHead } from '../../sections/legal/legal-head.tsx'
import { LegalText } from '../../sections/legal/legal-text.tsx'

/** A policy, its clauses numbered. */
export function LegalPage({ page, settings }: { page: LegalContent; settings: Settings }) {
  return (
    <main id="main">
      <LegalHead page={page} updated={settings.legal.updated} />
      <LegalText page={page} contents={settings.legal.contents} />
    </main>
  )
}
