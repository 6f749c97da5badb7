import type { FieldDefinition, ValidationError } from '@sanity/types'
import { counted } from '../../../api/contract/amounts.ts'
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
      description: 'The two or three things you compare.',
      validation: (rule) => [
        rule.required().min(2).error('A comparison needs at least two columns.'),
        rule.max(COLUMNS).error(`There is room for ${COLUMNS} columns. Remove the others.`),
      ],
    } satisfies FieldDefinition<'array'>,
    {
      ...list('rows', 'Rows', {
        name: 'comparisonRow',
        title: 'Row',
        fields: [
          line('label', 'What is compared', { max: 60 }),
          lines('values', 'One answer for each column', undefined, 120),
        ],
      }),
      validation: (rule) => [
        rule.required().min(1).error('“Rows” needs at least one item.'),
        rule.custom((rows, { parent }) => checkAnswers(rows, parent)),
      ],
    } satisfies FieldDefinition<'array'>,
  ]),
]

interface Row {
  _key: string
  values?: readonly unknown[]
}

/** Refuses rows with more answers than there are columns, which no column would show, and with fewer. */
function checkAnswers(rows: unknown, comparison: unknown): true | ValidationError[] {
  const { columns = [] } = comparison as { columns?: readonly unknown[] }
  const faults = ((rows ?? []) as Row[]).flatMap(({ _key, values = [] }) =>
    // Empty fields have a rule of their own.
    columns.length === 0 || values.length === 0 || values.length === columns.length
      ? []
      : [
          {
            message: `The comparison has ${columns.length} columns, but this row has ${counted(values.length, 'answer')}. Write one for each column.`,
            path: [{ _key }, 'values'],
          },
        ],
  )
  return faults.length === 0 || faults
}
