import { counter } from '../counter.ts'
import { group, line, list } from '../fields.ts'
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
      fields: counter,
      preview: ['value', 'label'],
    },
    3,
  ),
  line('source', 'Line of a source', { max: 40, variables: ['name'] }),
])
