import { OlistIcon } from '@sanity/icons/Olist'
import { defineType } from '@sanity/types'
import { line } from './fields.ts'

/** One of the steps that a run takes, in order. */
export const step = defineType({
  name: 'step',
  title: 'Step',
  type: 'document',
  icon: OlistIcon,
  fields: [line('title', 'Title', { max: 20 }), line('text', 'Text', { max: 90 })],
  preview: { select: { title: 'title', subtitle: 'text' } },
})
