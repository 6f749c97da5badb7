import type { Content } from '../../../../../web/content/content.ts'
import { LegalHead, LegalText } from '../../../../../web/sections/legal/legal.tsx'
import { HydratedPage } from '../page.tsx'

export function HydratedPrivacy({ content }: { content: Content }) {
  const page = content.legalPages['privacy']!
  const { updated, contents } = content.settings.legal
  return (
    <HydratedPage path="/privacy" content={content}>
      <main id="main">
        <LegalHead page={page} updated={updated} />
        <LegalText page={page} contents={contents} />
      </main>
    </HydratedPage>
  )
}
