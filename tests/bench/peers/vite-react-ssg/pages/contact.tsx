import type { Content } from '../../../../../web/content/content.ts'
import { ContactPage } from '../../../../../web/site/pages.tsx'
import { HydratedPage } from '../../parts/page.tsx'
import json from '../content/contact.json'

const content = json as unknown as Content

export function Component() {
  return (
    <HydratedPage path="/contact" content={content}>
      <ContactPage content={content} />
    </HydratedPage>
  )
}
