import { PlugIcon } from '@sanity/icons/Plug'
import { defineField, defineType } from '@sanity/types'
import { line } from './fields.ts'
import { picture } from './picture.ts'

/** A tool or model provider with its logo. */
export const integration = defineType({
  name: 'integration',
  title: 'Integration',
  type: 'document',
  icon: PlugIcon,
  fields: [
    line('title', 'Name', { max: 30 }),
    picture('logo', 'Logo', {
      slot: 'logo',
      description: 'Its name always stands beside it, so it needs no alternative text. SVG works best.',
    }),
    defineField({
      name: 'kind',
      title: 'Kind',
      type: 'string',
      options: {
        list: [
          { title: 'Model provider', value: 'model' },
          { title: 'Tool', value: 'tool' },
        ],
        layout: 'radio',
      },
      description: 'The FAQ says how many model providers and how many tools there are.',
      validation: (rule) => rule.required().error('Choose model provider or tool.'),
    }),
    defineField({
      name: 'mono',
      title: 'One-colour logo',
      type: 'boolean',
      initialValue: false,
      description: 'Black logos are turned white in the dark theme.',
      validation: (rule) => rule.required().error('Switch it on or off.'),
    }),
  ],
  preview: {
    select: { title: 'title', kind: 'kind', media: 'logo' },
    prepare: ({ title, kind, media }) => ({
      title: String(title ?? 'Unnamed integration'),
      subtitle: kind === 'model' ? 'Model provider' : 'Tool',
      media,
    }),
  },
})
