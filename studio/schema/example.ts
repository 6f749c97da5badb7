import { CaseIcon } from '@sanity/icons/Case'
import { defineField, defineType } from '@sanity/types'
import { group, line } from './fields.ts'
import { audit, inputs, rows } from './record.ts'

/** One input-to-output example: what a team started with and the record that came out. */
export const example = defineType({
  name: 'example',
  title: 'Example',
  type: 'document',
  icon: CaseIcon,
  fields: [
    line('team', 'Team', { max: 20 }),
    line('title', 'Title', { max: 60 }),
    inputs(3),
    group('output', 'Record', [
      line('type', 'Type', { max: 30 }),
      defineField({
        name: 'destination',
        title: 'Ready for',
        type: 'reference',
        to: [{ type: 'integration' }],
        validation: (rule) => rule.required().error('Choose the integration that this record is filed in.'),
      }),
      line('title', 'Headline', { max: 70 }),
      rows(),
      line('blindSpot', 'Blind spot', { max: 90, description: 'What the inputs leave open.' }),
    ]),
    audit(),
  ],
  preview: { select: { title: 'title', subtitle: 'team', media: 'output.destination.logo' } },
})
