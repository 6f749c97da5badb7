import { group, line, lines, list, paragraph } from '../fields.ts'

export const closing = group('closing', 'Closing call to action', [
  line('label', 'Name in the page navigator', { max: 24 }),
  lines('headline', 'Headline', 2),
  paragraph('lead', 'Lead', { max: 160 }),
  line('cta', 'Button', { max: 30 }),
  line('secondaryCta', 'Second button', { max: 30 }),
  line('seal', 'Words around the seal', { max: 80 }),
  line('auditTitle', 'Heading of the audit line', { max: 40 }),
  list('audit', 'Audit line', {
    name: 'auditEntry',
    title: 'Entry',
    fields: [line('label', 'Label', { max: 20 }), line('value', 'Value', { max: 40 })],
    preview: ['label', 'value'],
  }),
  group('join', 'Form without JavaScript', [
    line('title', 'Heading', { max: 40 }),
    line('more', 'Details', { max: 30 }),
    line('moreNote', 'Note beside it', { max: 20 }),
    line('fine', 'Fine print', { max: 80 }),
  ]),
])
