import type { Content } from '../../../../../web/content/content.ts'
import { PlatformPage } from '../../../../../web/site/pages.tsx'
import { HydratedPage } from '../../parts/page.tsx'
import json from '../content/platform.json'

const content = json as unknown as Content

export function Component() {
  return (
    <HydratedPage path="/platform" content={content}>
      <PlatformPage content={content} />
    </HydratedPage>
  )
}
