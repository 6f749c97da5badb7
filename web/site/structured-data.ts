import type { Content } from '../content/content.ts'
import { faqJsonLd } from '../sections/faq/faq.json-ld.ts'

/** The structured data of the home page: who is behind it, and what its sections add. */
export function structuredData({ settings, faq }: Content, origin: string): object[] {
  const { organization, links } = settings
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: organization.name,
      description: organization.description,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      email: links.salesEmail,
      sameAs: [links.linkedin],
    },
    faqJsonLd(faq),
  ]
}
