import { defineField } from '@sanity/types'
import { line, paragraph } from '../fields.ts'
import { picture } from '../picture.ts'
import { richText } from '../rich-text.ts'
import { actions } from './actions.ts'
import { block, opening } from './block.ts'

/** Parts made of words alone. */
export const wordBlocks = [
  block('heroBlock', 'Opening', [
    line('title', 'Headline', { max: 80 }),
    paragraph('lead', 'Lead', { max: 300 }),
    actions(),
    line('note', 'Small line under the buttons', { max: 120, optional: true }),
  ]),
  block('textBlock', 'Text', [...opening, richText('body', 'Text', { subheadings: true })]),
  block('pictureBlock', 'Picture with text', [
    ...opening,
    picture('picture', 'Picture', {
      slot: 'beside',
      description: 'Stands beside the text, above it on a phone.',
      isDescribed: true,
    }),
    richText('body', 'Text', { subheadings: true }),
    line('caption', 'Line under the picture', { max: 120, optional: true }),
    defineField({
      name: 'isLeft',
      title: 'Picture on the left',
      type: 'boolean',
      initialValue: false,
      description: 'On a phone it stands above the text either way.',
    }),
  ]),
  block(
    'quoteBlock',
    'Quote',
    [
      paragraph('quote', 'Quote', { max: 400, description: 'Without quotation marks: the page sets them.' }),
      line('person', 'Who said it', { max: 60 }),
      line('role', 'Role and company', { max: 80, optional: true }),
    ],
    'quote',
  ),
  block('callBlock', 'Call to action', [
    line('title', 'Heading', { max: 60 }),
    paragraph('lead', 'Lead', { max: 200, optional: true }),
    actions(),
  ]),
]
