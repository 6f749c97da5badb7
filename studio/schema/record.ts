import { defineArrayMember, defineField, type FieldDefinition, type SanityDocument } from '@sanity/types'
import { group, line, list, paragraph } from './fields.ts'

/** The fragments that work arrives in: from an integration, a call or an email. */
export function inputs(count?: number): FieldDefinition<'array'> {
  return list(
    'inputs',
    'Inputs',
    {
      name: 'input',
      title: 'Input',
      fields: [
        defineField({
          name: 'integration',
          title: 'Integration',
          type: 'reference',
          to: [{ type: 'integration' }],
          description: 'Gives the logo. Leave empty for a call or an email.',
        }),
        defineField({
          name: 'icon',
          title: 'Icon',
          type: 'string',
          options: { list: ['call', 'mail'], layout: 'radio' },
          description: 'Only where there is no integration.',
        }),
        line('tool', 'Tool or channel', { max: 40 }),
        line('context', 'Context', { max: 40, optional: true }),
        line('text', 'What it says', { max: 140 }),
      ],
      preview: ['text', 'tool', 'integration.logo'],
    },
    count,
  )
}

/** The lines of a record, each with the inputs it follows from. */
export function rows(): FieldDefinition<'array'> {
  return list('rows', 'Lines of the record', {
    name: 'row',
    title: 'Line',
    fields: [
      line('label', 'Label', { max: 24 }),
      line('value', 'Value', { max: 90 }),
      defineField({
        name: 'sources',
        title: 'Follows from inputs',
        type: 'array',
        of: [
          defineArrayMember({
            type: 'number',
            validation: (rule) => rule.custom((value, { document }) => checkSource(value, document)),
          }),
        ],
        description: 'Numbers of the inputs, counted from 1.',
        validation: (rule) =>
          rule.required().min(1).error('Name at least one input that this line follows from.'),
      }),
      defineField({
        name: 'inferred',
        title: 'Inferred',
        type: 'boolean',
        initialValue: false,
        description: 'Turn on if no input states this outright: the site then adds “(inferred)”.',
      }),
    ],
    preview: ['value', 'label'],
  })
}

function checkSource(value: number | undefined, document: SanityDocument | undefined): true | string {
  const owner = document?._type === 'home' ? document['hero'] : document
  const { length } = (owner as { inputs?: unknown[] } | undefined)?.inputs ?? []
  return checkNumber(value, 'input', length)
}

/** Refuses a number beyond the end of its list: on the page it would point at nothing. */
export function checkNumber(
  value: number | undefined,
  name: 'input' | 'note',
  length: number,
): true | string {
  if (value === undefined) return true
  if (Number.isInteger(value) && value >= 1 && value <= length) return true
  return `There is no ${name} ${value}. The ${name}s are counted from 1 to ${length}.`
}

/** The four entries that end every full record. */
export function audit(): FieldDefinition<'object'> {
  return group('audit', 'Audit line', [
    line('sources', 'Sources', { max: 30, variables: ['inputs'] }),
    line('rule', 'Rule', { max: 30 }),
    line('model', 'Model', { max: 30 }),
    line('signOff', 'Sign-off', { max: 30 }),
  ])
}

/** A title with a paragraph, the commonest pair on the site. */
export const titled = [line('title', 'Title', { max: 80 }), paragraph('text', 'Text', { max: 400 })]
