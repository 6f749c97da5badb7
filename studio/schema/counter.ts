import { defineField } from '@sanity/types'
import { line } from './fields.ts'
import { checkLink } from './link-field.ts'

/** A figure with what it measures, and where it is from. */
export const counter = [
  line('prefix', 'Before the number', { max: 4, optional: true }),
  defineField({
    name: 'value',
    title: 'Number',
    type: 'number',
    validation: (rule) => [
      rule.required().error('Number is empty. Enter the number that the counter ends at.'),
      rule.min(0).error('Enter a number of 0 or more: counters count up.'),
      rule
        .max(99_999)
        .error('Enter at most 99,999: there is no room for more. Write 1.25 and put bn+ after it.'),
      rule.precision(1).error('Enter a number with at most one decimal.'),
    ],
  }),
  line('suffix', 'After the number', { max: 10, optional: true }),
  line('label', 'Label', { max: 110 }),
  line('source', 'Source', {
    max: 80,
    optional: true,
    wanted: 'Name the source of this figure: visitors can’t see where it comes from.',
    description: 'Who published the figure. Shown under the label.',
  }),
  line('sourceDate', 'Date of the source', {
    max: 20,
    optional: true,
    description: 'When it was published, such as 2024 or May 2024.',
  }),
  defineField({
    name: 'sourceHref',
    title: 'Address of the source',
    type: 'string',
    description: 'Where visitors can read it. The source becomes a link.',
    validation: (rule) => rule.custom((value) => checkLink(value, ['https'])),
  }),
]
