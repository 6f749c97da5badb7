import { defineArrayMember, defineField, type FieldDefinition, type ValidationContext } from '@sanity/types'
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
        .custom((blocks) => (blocks && textOf(blocks).trim() === '' ? empty : true))
        .error(empty),
      rule.custom((blocks) => checkVariables(textOf(blocks))),
      ...(warnIf ? [rule.custom(warnIf).warning()] : []),
    ],
  })
}

function textOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return ''
  const spans = blocks.flatMap((block: { children?: { text?: string }[] }) => block.children ?? [])
  return spans.map(({ text }) => text).join(' ')
}
