import { defineArrayMember, defineField, type FieldDefinition } from '@sanity/types'
import { line, paragraph } from '../fields.ts'
import { whileShown } from './while-shown.ts'

/** A part of a landing page. `heading` is the path of the field that names it in the list. */
export function block(name: string, title: string, fields: FieldDefinition[], heading = 'title') {
  return defineArrayMember({
    type: 'object',
    name,
    title,
    fields: [
      ...whileShown(fields),
      defineField({
        name: 'hidden',
        title: 'Hide on the page',
        type: 'boolean',
        initialValue: false,
        description: 'Visitors don’t see it. It may stay unfinished without holding back the page.',
      }),
    ],
    preview: {
      select: { heading, hidden: 'hidden' },
      prepare: ({ heading: words, hidden }) => ({
        title: typeof words === 'string' && words !== '' ? words : title,
        subtitle: hidden === true ? `${title}, hidden` : title,
      }),
    },
  })
}

/** Label and heading: every part with words of its own begins with them. */
export const opening: FieldDefinition[] = [
  line('label', 'Label', { max: 24, description: 'Small words beside the heading, after its number.' }),
  line('title', 'Heading', { max: 80 }),
]

/** Words in place of those that the home page shows with the same part. */
export const ownWords: FieldDefinition[] = [
  line('title', 'Heading', { max: 60, optional: true, description: 'Leave empty to use the home page’s.' }),
  paragraph('lead', 'Lead', { max: 200, optional: true, description: 'Leave empty to use the home page’s.' }),
]
