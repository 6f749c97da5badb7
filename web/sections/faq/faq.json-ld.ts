import { toPlainText } from '@portabletext/react'
import { namesExample } from '../../../api/contract/placeholders.ts'
import type { Faq } from '../../content/content.ts'

/**
 * The questions as schema.org's FAQPage, without an answer whose address is a placeholder still.
 * @see https://schema.org/FAQPage
 */
export function faqJsonLd({ groups }: Faq): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups
      .flatMap(({ items }) => items)
      .map(({ question, answer }) => ({ question, text: toPlainText(answer) }))
      .filter(({ text }) => !namesExample(text))
      .map(({ question, text }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
  }
}
