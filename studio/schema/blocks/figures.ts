import { defineArrayMember, defineField } from '@sanity/types'
import { line, list, paragraph } from '../fields.ts'
import { titled } from '../record.ts'
import { counterFields } from '../sections/why-now.ts'
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
      fields: counterFields,
      preview: ['value', 'label'],
    }),
  ]),
  block('comparisonBlock', 'Comparison', [
    ...opening,
    defineField({
      name: 'columns',
      title: 'Columns',
      type: 'array',
      description: 'What is compared, two or three names.',
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(30) })],
      validation: (rule) => [
        rule.required().error('Columns is empty. Write what is compared.'),
        rule.min(2).error('A comparison needs two columns.'),
        rule.max(COLUMNS).error(`There is room for ${COLUMNS} columns.`),
      ],
    }),
    list('rows', 'Rows', {
      name: 'comparisonRow',
      title: 'Row',
      fields: [
        line('label', 'What is compared', { max: 60 }),
        defineField({
          name: 'values',
          title: 'One answer for each column',
          type: 'array',
          of: [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(120) })],
          validation: (rule) => [
            rule.required().error('The row is empty. Write an answer for each column.'),
            rule.max(COLUMNS).error(`There is room for ${COLUMNS} columns.`),
          ],
        }),
      ],
    }),
  ]),
]
