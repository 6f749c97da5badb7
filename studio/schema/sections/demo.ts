import { defineField } from '@sanity/types'
import { group, line, lines, list, paragraph } from '../fields.ts'
import { checkNumber } from '../record.ts'
import { wordRules } from '../rules.ts'

const passage = {
  name: 'passage',
  title: 'Passage',
  fields: [
    defineField({
      name: 'text',
      title: 'Text',
      type: 'string',
      // May be a single space: the gap between two passages is a passage.
      validation: (rule) => [
        rule.required().error('Text is empty. Write the passage.'),
        ...wordRules(rule, { max: 200 }),
      ],
    }),
    defineField({
      name: 'change',
      title: 'Change',
      type: 'string',
      options: { list: ['kept', 'removed', 'added'], layout: 'radio' },
      initialValue: 'kept',
      validation: (rule) => rule.required().error('Choose what the redline does with the passage.'),
    }),
    defineField({
      name: 'note',
      title: 'Number of the note',
      type: 'number',
      validation: (rule) =>
        rule.custom((value, { document }) => {
          const { notes = [] } = (document?.['demo'] ?? {}) as { notes?: unknown[] }
          return checkNumber(value, 'note', notes.length)
        }),
    }),
  ],
  preview: ['text', 'change'] as [string, string],
}

export const demo = group('demo', 'Demo preview', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  paragraph('lead', 'Lead', { max: 160 }),
  group('document', 'Document', [
    line('type', 'Type', { max: 30 }),
    line('preparedFor', 'Prepared for', { max: 50 }),
    line('intake', 'Intake line', { max: 60 }),
  ]),
  list(
    'steps',
    'Steps of the run',
    {
      name: 'demoStep',
      title: 'Step',
      fields: [
        line('title', 'Title', { max: 16 }),
        line('text', 'Text', { max: 40 }),
        line('log', 'Line of the log', { max: 40, description: 'What the log says once the step is done.' }),
      ],
      preview: ['title', 'text'],
    },
    5,
  ),
  list('redline', 'Redline', passage),
  lines('notes', 'Notes', 3, 80),
  line('waiting', 'Before the draft', {
    max: 60,
    description: 'Shown in place of the draft until the draft appears.',
  }),
  line('sealPending', 'Before the seal', { max: 40 }),
  line('logTitle', 'Heading of the log', { max: 24 }),
  line('pending', 'A step to come', { max: 16 }),
  line('play', 'Play button', { max: 30 }),
  line('pause', 'Pause button', { max: 30 }),
  line('position', 'Position', { max: 24, variables: ['n', 'total'] }),
  line('note', 'Note under the demo', { max: 80 }),
  line('cta', 'Button', { max: 30 }),
])
