import { toPlainText } from '@portabletext/react'
import type { Faq } from '../../content/content.ts'

/** The questions as schema.org's FAQPage. @see https://schema.org/FAQPage */
export function faqJsonLd({ groups }: Faq): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups.flatMap(({ items }) =>
      items.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer) },
      })),
    ),
  }
}
