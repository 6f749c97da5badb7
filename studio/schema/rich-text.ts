import {
  defineArrayMember,
  defineField,
  type FieldDefinition,
  type ValidationContext,
  type ValidationError,
} from '@sanity/types'
import { isVisible } from '../../api/contract/readable.ts'
import { linkFields } from './link-field.ts'
import { checkVariables } from './variables.ts'

interface RichTextOptions {
  description?: string
  /** Sections with their own number and address, as legal pages have. */
  headings?: boolean
  /** Headings within a part that has its own. */
  subheadings?: boolean
  /** Gives a sentence where the text should not stay as it is, true where it may. */
  warnIf?: (body: unknown, context: ValidationContext) => Promise<true | string>
}

/** Portable text: paragraphs, lists, emphasis and links; section headings where a page is made of them. */
export function richText(
  name: string,
  title: string,
  options: RichTextOptions = {},
): FieldDefinition<'array'> {
  const { warnIf } = options
  const empty = `${title} is empty. Write a paragraph.`
  const styles = [{ title: 'Paragraph', value: 'normal' }]
  if (options.headings) styles.push({ title: 'Section heading', value: 'h2' })
  if (options.headings || options.subheadings) styles.push({ title: 'Sub-heading', value: 'h3' })
  return defineField({
    name,
    title,
    type: 'array',
    ...(options.description ? { description: options.description } : {}),
    of: [
      defineArrayMember({
        type: 'block',
        styles,
        lists: [
          { title: 'Bullets', value: 'bullet' },
          { title: 'Numbers', value: 'number' },
        ],
        marks: {
          decorators: [
            { title: 'Strong', value: 'strong' },
            { title: 'Emphasis', value: 'em' },
          ],
          annotations: [
            {
              name: 'link',
              type: 'object',
              title: 'Link',
              fields: linkFields('href', 'Address', {
                description: 'A page or a section of this site, or an address such as https://example.com.',
              }),
            },
          ],
        },
      }),
    ],
    validation: (rule) => [
      rule
        .required()
        .custom((blocks) => (blocks && !isVisible(textOf(blocks)) ? empty : true))
        .error(empty),
      rule.custom(checkHeadings),
      rule.custom((blocks) => checkVariables(textOf(blocks))),
      ...(warnIf ? [rule.custom(warnIf).warning()] : []),
    ],
  })
}

interface TextBlock {
  _key: string
  style?: string
  children?: { text?: string }[]
}

/** Finds empty headings. Empty paragraphs are dropped by the site; an empty heading is an oversight. */
function checkHeadings(blocks: unknown): true | ValidationError[] {
  const errors = blocksIn(blocks)
    .filter((block) => block.style !== undefined && /^h\d$/u.test(block.style) && !isVisible(textOf([block])))
    .map(({ _key }) => ({ message: EMPTY_HEADING, path: [{ _key }] }))
  return errors.length === 0 || errors
}

const EMPTY_HEADING = 'This heading is empty. Write it, or remove it.'

function textOf(blocks: unknown): string {
  const spans = blocksIn(blocks).flatMap(({ children }) => children ?? [])
  return spans.map(({ text }) => text).join(' ')
}

function blocksIn(blocks: unknown): TextBlock[] {
  return Array.isArray(blocks) ? (blocks as TextBlock[]) : []
}
