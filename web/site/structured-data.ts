import type { Content, RichText } from '../content/content.ts'

/** Organization and FAQPage of the home page, as schema.org describes them. */
export function structuredData(content: Content, origin: string): object[] {
  const { organization, links } = content.settings
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
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: content.faq.groups.flatMap((group) =>
        group.items.map((item) => ({
          '@type': 'Question',
          name: item.question,
          acceptedAnswer: { '@type': 'Answer', text: plainText(item.answer) },
        })),
      ),
    },
  ]
}

function plainText(blocks: RichText): string {
  return blocks.map((block) => (block.children ?? []).map((span) => span.text ?? '').join('')).join('\n')
}
