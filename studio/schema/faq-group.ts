import { CommentIcon } from '@sanity/icons/Comment'
import { defineField, defineType } from '@sanity/types'
import { line, list } from './fields.ts'
import { richText } from './rich-text.ts'

/** A collapsible group of questions with their answers. */
export const faqGroup = defineType({
  name: 'faqGroup',
  title: 'FAQ group',
  type: 'document',
  icon: CommentIcon,
  fields: [
    line('title', 'Title', { max: 60 }),
    list(
      'items',
      'Questions',
      {
        name: 'faqItem',
        title: 'Question',
        fields: [
          line('question', 'Question', { max: 120 }),
          richText('answer', 'Answer'),
          defineField({
            name: 'pinned',
            title: 'Link to it beside the heading',
            type: 'boolean',
            description:
              'Use it for what most visitors ask first. Answers start closed; the link opens this one.',
          }),
        ],
        preview: ['question'],
      },
      4,
    ),
  ],
  preview: {
    select: { title: 'title', items: 'items' },
    prepare: ({ title, items }) => {
      const count = Array.isArray(items) ? items.length : 0
      return {
        title: String(title ?? 'Untitled group'),
        subtitle: count === 1 ? '1 question' : `${count} questions`,
      }
    },
  },
})
