import { defineField } from '@sanity/types'
import { group, line, list } from '../fields.ts'
import { checkLink } from '../link-field.ts'
import { titled } from '../record.ts'

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
      fields: [
        line('prefix', 'Before the number', { max: 4, optional: true }),
        defineField({
          name: 'value',
          title: 'Number',
          type: 'number',
          validation: (rule) => [
            rule.required().error('Number is empty. Enter what the counter ends at.'),
            rule.min(0).error('Enter a number of 0 or more: counters count up.'),
            rule.precision(1).error('Enter a number with at most one decimal.'),
          ],
        }),
        line('suffix', 'After the number', { max: 10, optional: true }),
        line('label', 'Label', { max: 110 }),
        line('source', 'Source', {
          max: 80,
          optional: true,
          wanted: 'Name whose figure this is: visitors can’t see where it comes from.',
          description: 'Who found the figure, shown under the label.',
        }),
        line('sourceDate', 'Date of the source', {
          max: 20,
          optional: true,
          description: 'When it was found, such as 2024 or May 2024.',
        }),
        defineField({
          name: 'sourceHref',
          title: 'Address of the source',
          type: 'string',
          description: 'Where a visitor can read it: the source becomes a link.',
          validation: (rule) => rule.custom((value) => checkLink(value, ['https'])),
        }),
      ],
      preview: ['value', 'label'],
    },
    3,
  ),
  line('source', 'Line of a source', { max: 40, references: ['name'] }),
])
