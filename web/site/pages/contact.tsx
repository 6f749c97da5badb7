import type { Content } from '../../content/content.ts'
import { ContactIntro } from '../../sections/contact/contact-intro.tsx'

/** How to reach a person. */
export function ContactPage({ content }: { content: Content }) {
  return (
    <main id="main">
      <ContactIntro content={content.contact} settings={content.settings} />
    </main>
  )
}
