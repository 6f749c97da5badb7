import { OlistIcon } from '@sanity/icons/Olist'
import { TiersIcon } from '@sanity/icons/Tiers'
import { defineField, defineType } from '@sanity/types'
import { line, paragraph } from './fields.ts'

/** One of the pillars, with the step of a run that it stands on. */
export const pillar = defineType({
  name: 'pillar',
  title: 'Pillar',
  type: 'document',
  icon: TiersIcon,
  fields: [
    line('title', 'Title', { max: 30 }),
    paragraph('text', 'Text', { max: 160 }),
    defineField({
      name: 'step',
      title: 'Step',
      type: 'reference',
      to: [{ type: 'step' }],
      validation: (rule) => rule.required().error('Choose the step that this pillar stands on.'),
    }),
    line('claim', 'Line under the step', { max: 70 }),
  ],
  preview: { select: { title: 'title', subtitle: 'step.title' } },
})

/** One of the steps that a run takes, in order. */
export const step = defineType({
  name: 'step',
  title: 'Step',
  type: 'document',
  icon: OlistIcon,
  fields: [line('title', 'Title', { max: 20 }), line('text', 'Text', { max: 90 })],
  preview: { select: { title: 'title', subtitle: 'text' } },
})
