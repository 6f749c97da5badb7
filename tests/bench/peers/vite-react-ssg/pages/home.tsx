import type { Content } from '../../../../../web/content/content.ts'
import { Home } from '../../../../../web/site/pages.tsx'
import { HydratedPage } from '../../parts/page.tsx'
import json from '../content/home.json'

const content = json as unknown as Content

export function Component() {
  return (
    <HydratedPage path="/" content={content}>
      <Home content={content} />
    </HydratedPage>
  )
}
