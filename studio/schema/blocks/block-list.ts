import { defineField, type FieldDefinition } from '@sanity/types'
import { MAX_PARTS } from '../../../api/contract/limits.ts'
import type { LandingBlock } from '../../../web/content/content.ts'
import { references } from '../fields.ts'
import { block, ownWords } from './block.ts'
import { figureBlocks } from './figures.ts'
import { shownOnHome, type ListType } from './shown-on-home.ts'
import { wordBlocks } from './words.ts'

/** Parts that a page can show once: their scripts work on a single element. */
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
      rule.max(MAX_PARTS).error(`There is room for ${MAX_PARTS} parts. Split the page in two.`),
      rule.custom(checkOnce),
    ],
  })
}

/** Counts visible parts only: a hidden one may be waiting to replace the other. */
function checkOnce(blocks: unknown): true | string {
  const parts = (Array.isArray(blocks) ? blocks : []) as { _type?: string; hidden?: boolean }[]
  const types = parts.filter(({ hidden }) => hidden !== true).map(({ _type }) => _type ?? '')
  const twice = Object.keys(ONCE).find((type) => types.filter((one) => one === type).length > 1)
  return twice === undefined ? true : `A page can show only one ${ONCE[twice]}. Hide or remove the other.`
}

/** Strokes and areas of each part, on 120 × 80 units. Without one, the menu would show an empty picture. */
const SHAPES: Readonly<Record<LandingBlock['_type'], string>> = {
  heroBlock: 'M10 16h76v9H10zM10 30h52v9H10zM10 48h60v3H10zM10 60h24v9H10z',
  textBlock: 'M10 14h20v4H10zM40 14h60v6H40zM40 30h66v3H40zM40 38h70v3H40zM40 46h62v3H40zM40 54h68v3H40z',
  pictureBlock: 'M10 14h36v6H10zM10 28h40v3H10zM10 36h42v3H10zM10 44h36v3H10zM10 52h40v3H10zM60 14h50v52H60z',
  quoteBlock: 'M14 18h6v10h-6zM24 18h6v10h-6zM14 36h90v5H14zM14 46h76v5H14zM14 60h34v3H14z',
  callBlock: 'M0 22h120v36H0z',
  tilesBlock: 'M10 14h50v6H10zM10 32h30v34H10zM45 32h30v34H45zM80 32h30v34H80z',
  countersBlock:
    'M10 18h52v3H10zM84 12h26v12H84zM10 40h46v3H10zM88 34h22v12H88zM10 62h50v3H10zM80 56h30v12H80z',
  comparisonBlock:
    'M10 14h100v2H10zM10 30h100v1H10zM10 46h100v1H10zM10 62h100v2H10zM46 14h1v50h-1zM80 14h1v50h-1z',
  examplesBlock: 'M10 16h30v10H10zM10 32h30v10H10zM10 48h30v10H10zM60 12h50v54H60z',
  pillarsBlock: 'M8 16h18v50H8zM30 16h18v50H30zM52 16h18v50H52zM74 16h18v50H74zM96 16h18v50H96z',
  stepsBlock: 'M10 38h100v3H10zM10 34h10v10H10zM35 34h10v10H35zM60 34h10v10H60zM85 34h10v10H85z',
  calculatorBlock: 'M10 16h40v8H10zM10 30h40v8H10zM10 44h40v8H10zM60 16h50v36H60z',
  integrationsBlock: 'M6 36h16v12H6zM30 36h16v12H30zM54 36h16v12H54zM78 36h16v12H78zM102 36h16v12h-16z',
  securityBlock: 'M10 16h44v6H10zM10 32h44v3H10zM10 44h44v3H10zM70 16h40v48H70z',
  faqBlock: 'M10 16h30v6H10zM50 16h60v1H50zM50 32h60v1H50zM50 48h60v1H50zM50 64h60v1H50z',
  contactBlock: 'M10 16h50v6H10zM10 36h100v1H10zM10 50h100v1H10zM10 64h100v1H10z',
}

/** A small drawing of a part, for the menu that inserts it. */
function blockPicture(type: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80"><path fill="#F1F3F0" d="M0 0h120v80H0z"/><path fill="#55615B" d="${SHAPES[type as LandingBlock['_type']]}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Parts that the home page has too: chosen from the same documents, and changed with them. */
const sharedBlocks = [
  block('examplesBlock', 'Examples', [...ownWords, asOnHome('examples', 'Examples', 'example')]),
  block('pillarsBlock', 'Pillars', [...ownWords, asOnHome('pillars', 'Pillars', 'pillar')]),
  block('stepsBlock', 'Steps', [...ownWords, asOnHome('steps', 'Steps', 'step')]),
  block('calculatorBlock', 'Calculator', ownWords),
  block('integrationsBlock', 'Integrations', [...ownWords, asOnHome('items', 'Logos', 'integration')]),
  block('securityBlock', 'Security', ownWords),
  block('faqBlock', 'Questions', [...ownWords.slice(0, 1), asOnHome('groups', 'Groups', 'faqGroup')]),
  block('contactBlock', 'Contact', ownWords),
]

/** A list that begins as the home page has it. */
function asOnHome(name: string, title: string, type: ListType): FieldDefinition<'array'> {
  return defineField({ ...references(name, title, type), initialValue: shownOnHome(type) })
}
