import { defineField, defineType } from '@sanity/types'
import { line } from './fields.ts'

/** A tool or model provider with its logo. */
export const integration = defineType({
  name: 'integration',
  title: 'Integration',
  type: 'document',
  fields: [
    line('title', 'Name', { max: 30 }),
    defineField({
      name: 'logo',
      title: 'Logo',
      type: 'image',
      options: { accept: 'image/svg+xml,image/png,image/webp' },
      fields: [
        defineField({
          name: 'alt',
          title: 'Alternative text',
          type: 'string',
          description: 'Read to people who cannot see the logo.',
          validation: (rule) => rule.required().error('Say what the picture shows, such as “Slack logo”.'),
        }),
      ],
      validation: (rule) => rule.required().assetRequired().error('Upload a logo, best as SVG.'),
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
      description: 'Counted in the FAQ: model providers and tools.',
      validation: (rule) => rule.required().error('Choose what it is: a model provider or a tool.'),
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
