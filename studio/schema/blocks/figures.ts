import type { FieldDefinition } from '@sanity/types'
import { counter } from '../counter.ts'
import { line, lines, list, paragraph } from '../fields.ts'
import { titled } from '../record.ts'
import { block, opening } from './block.ts'

const COLUMNS = 3

/** Parts that set out facts side by side. */
export const figureBlocks = [
  block('tilesBlock', 'Tiles', [
    ...opening,
    paragraph('lead', 'Lead', { max: 200, optional: true }),
    list('tiles', 'Tiles', { name: 'tile', title: 'Tile', fields: titled }),
  ]),
  block('countersBlock', 'Counters', [
    ...opening,
    list('counters', 'Counters', {
      name: 'counter',
      title: 'Counter',
      fields: counter,
      preview: ['value', 'label'],
    }),
  ]),
  block('comparisonBlock', 'Comparison', [
    ...opening,
    {
      ...lines('columns', 'Columns', undefined, 30),
      description: 'What is compared, two or three names.',
      validation: (rule) => [
        rule.required().min(2).error('A comparison needs at least two columns.'),
        rule.max(COLUMNS).error(`There is room for ${COLUMNS} columns. Take the others out.`),
      ],
    } satisfies FieldDefinition<'array'>,
    list('rows', 'Rows', {
      name: 'comparisonRow',
      title: 'Row',
      fields: [
        line('label', 'What is compared', { max: 60 }),
        lines('values', 'One answer for each column', undefined, 120),
      ],
    }),
  ]),
]
