import { group, line, paragraph } from './fields.ts'
import { seo } from './seo.ts'

const result = [
  line('title', 'Heading', { max: 50 }),
  paragraph('text', 'Text', { max: 240 }),
  line('cta', 'Button', { max: 40 }),
]

/** The pages that answer a form sent without JavaScript. */
export const results = group('results', 'Result pages', [
  seo(),
  group('received', 'Received', result),
  group('notSent', 'A field was refused', result),
  group('botCheck', 'The bot check could not run', result),
])
