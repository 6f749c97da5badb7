import { defineField, type FieldDefinition } from '@sanity/types'
import { MOST_PARTS } from '../../../api/contract/limits.ts'
import { blockPicture } from './block-picture.ts'
import { figureBlocks } from './figures.ts'
import { sharedBlocks } from './shared.ts'
import { wordBlocks } from './words.ts'

/** Their scripts have one element each to work on. */
const ONCE: Readonly<Record<string, string>> = {
  calculatorBlock: 'calculator',
  examplesBlock: 'row of examples',
}

/** The parts of a landing page, in their order. */
export function blockList(): FieldDefinition<'array'> {
  return defineField({
    name: 'blocks',
    title: 'Parts',
    type: 'array',
    description: 'The page from top to bottom. Drag to reorder.',
    of: [...wordBlocks, ...figureBlocks, ...sharedBlocks],
    options: {
      insertMenu: {
        groups: [
          { name: 'words', title: 'Words', of: wordBlocks.map(({ name }) => name) },
          { name: 'figures', title: 'Figures', of: figureBlocks.map(({ name }) => name) },
          { name: 'shared', title: 'From the home page', of: sharedBlocks.map(({ name }) => name) },
        ],
        views: [{ name: 'grid', previewImageUrl: blockPicture }, { name: 'list' }],
      },
    },
    validation: (rule) => [
      rule.required().min(1).error('A page needs at least one part. Press “Add item”.'),
      rule.max(MOST_PARTS).error(`There is room for ${MOST_PARTS} parts. Make two pages of it.`),
      rule.custom(checkOnce),
    ],
  })
}

function checkOnce(blocks: unknown): true | string {
  const types = (Array.isArray(blocks) ? blocks : []).map((one: { _type?: string }) => one._type ?? '')
  const twice = Object.keys(ONCE).find((type) => types.filter((one) => one === type).length > 1)
  return twice === undefined ? true : `A page has one ${ONCE[twice]}. Take the other one out.`
}
