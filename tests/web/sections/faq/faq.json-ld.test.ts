import { expect, test } from 'vitest'
import { faqJsonLd } from '../../../../web/sections/faq/faq.json-ld.ts'

const span = (text: string, marks: string[] = []) => ({ _type: 'span' as const, _key: text, text, marks })
const paragraph = (key: string, ...children: ReturnType<typeof span>[]) => ({
  _type: 'block' as const,
  _key: key,
  children,
  markDefs: [{ _type: 'link' as const, _key: 'contact', href: '/contact' }],
})
const item = (question: string, ...answer: ReturnType<typeof paragraph>[]) => ({
  _type: 'faqItem' as const,
  _key: question,
  question,
  answer,
})

test('every question of every group is one of the page, its answer without marks', () => {
  const groups = [
    {
      _id: 'a',
      title: 'First',
      items: [item('What?', paragraph('1', span('Ask '), span('us', ['contact'])))],
    },
    {
      _id: 'b',
      title: 'Second',
      items: [item('Why?', paragraph('1', span('So.')), paragraph('2', span('Yes.')))],
    },
  ]
  expect(faqJsonLd({ groups })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: 'What?', acceptedAnswer: { '@type': 'Answer', text: 'Ask us' } },
      { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.\n\nYes.' } },
    ],
  })
})
