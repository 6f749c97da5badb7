import { defineField } from '@sanity/types'
import { group, line, list } from '../fields.ts'
import { titled } from '../record.ts'

/** A figure with what it measures, and where it is from. */
export const counterFields = [
  line('prefix', 'Before the number', { max: 4, optional: true }),
  defineField({
    name: 'value',
    title: 'Number',
    type: 'number',
    validation: (rule) =>
      rule.required().min(0).precision(1).error('Enter a number with at most one decimal.'),
  }),
  line('suffix', 'After the number', { max: 10, optional: true }),
  line('label', 'Label', { max: 110 }),
  line('source', 'Source', {
    max: 80,
    optional: true,
    description: 'Shown under the label when filled in.',
  }),
]

export const whyNow = group('whyNow', 'Why now', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 80 }),
  list('columns', 'Columns', { name: 'column', title: 'Column', fields: titled }, 2),
  group('gap', 'Drawing of the gap', [
    line('before', 'Before', { max: 16 }),
    line('between', 'Between', { max: 16 }),
    line('after', 'After', { max: 16 }),
    line('alt', 'Description for screen readers'),
  ]),
  list(
    'counters',
    'Counters',
    {
      name: 'counter',
      title: 'Counter',
      fields: counterFields,
      preview: ['value', 'label'],
    },
    3,
  ),
  line('source', 'Line of a source', { max: 40, references: ['name'] }),
])
