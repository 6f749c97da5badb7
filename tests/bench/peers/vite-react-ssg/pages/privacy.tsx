import type { Content } from '../../../../../web/content/content.ts'
import { LegalPage } from '../../../../../web/site/pages.tsx'
import { HydratedPage } from '../../parts/page.tsx'
import json from '../content/privacy.json'

const content = json as unknown as Content

export function Component() {
  return (
    <HydratedPage path="/privacy" content={content}>
      <LegalPage page={content.legalPages['privacy']!} settings={content.settings} />
    </HydratedPage>
  )
}
