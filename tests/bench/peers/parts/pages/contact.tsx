import type { Content } from '../../../../../web/content/content.ts'
import { ContactIntro } from '../../../../../web/sections/contact/contact-intro.tsx'
import { HydratedPage } from '../page.tsx'

export function HydratedContact({ content }: { content: Content }) {
  return (
    <HydratedPage path="/contact" content={content}>
      <main id="main">
        <ContactIntro content={content.contact} settings={content.settings} />
      </main>
    </HydratedPage>
  )
}
