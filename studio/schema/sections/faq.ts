import { group, line, references } from '../fields.ts'

export const faq = group('faq', 'FAQ', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  line('pinned', 'Above the linked questions', { max: 40, optional: true }),
  line('count', 'Number of answers', { max: 24, variables: ['n'] }),
  references('groups', 'Groups', 'faqGroup', 5),
])
