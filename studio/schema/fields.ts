import { defineArrayMember, defineField, type FieldDefinition } from '@sanity/types'
import { checkPlaceholder } from './placeholders.ts'
import { copyRules } from './rules.ts'

interface CopyOptions {
  /** Shown under the title in the Studio. */
  description?: string
  /** Longest text that the design holds, in characters. */
  max?: number
  /** May be left empty: the site then leaves the whole element out. */
  optional?: boolean
  /** Variables that only this string knows, beside the shared ones. */
  variables?: readonly string[]
  /** May be left empty, but should not: the warning to show until it is filled in. */
  wanted?: string
  /** The launch copy is a placeholder: warns until it is replaced. */
  placeholder?: boolean
}

/** One line of copy: required unless `optional`, with a length bound and checked variables. */
export function line(name: string, title: string, options: CopyOptions = {}): FieldDefinition<'string'> {
  const { placeholder, wanted } = options
  return defineField({
    name,
    title,
    type: 'string',
    ...(options.description ? { description: options.description } : {}),
    validation: (rule) => [
      ...copyRules(rule, { max: 120, ...options, empty: `${title} is empty. Write a line here.` }),
      ...(placeholder ? [rule.custom(checkPlaceholder).warning()] : []),
      ...(wanted === undefined ? [] : [rule.custom((value) => (value ? true : wanted)).warning()]),
    ],
  })
}

/** A paragraph of copy without formatting. Bounds as `line`, 600 characters by default. */
export function paragraph(name: string, title: string, options: CopyOptions = {}): FieldDefinition<'text'> {
  return defineField({
    name,
    title,
    type: 'text',
    rows: 3,
    ...(options.description ? { description: options.description } : {}),
    validation: (rule) =>
      copyRules(rule, { max: 600, ...options, empty: `${title} is empty. Write a sentence here.` }),
  })
}

/** Fields that belong together, in a fieldset that editors can collapse. */
export function group(
  name: string,
  title: string,
  fields: FieldDefinition[],
  description?: string,
): FieldDefinition<'object'> {
  return defineField({
    name,
    title,
    type: 'object',
    fields,
    options: { collapsible: true, collapsed: false },
    ...(description ? { description } : {}),
    validation: (rule) => rule.required().error(`${title} is empty. Fill in its fields.`),
  })
}

/** A list of objects; `count` is the number of items that the page is designed for. */
export function list(
  name: string,
  title: string,
  item: {
    name: string
    title: string
    fields: FieldDefinition[]
    /** Paths of its title, its second line and its picture in the list. */
    preview?: [string, string?, string?]
  },
  count?: number,
): FieldDefinition<'array'> {
  const [main, sub, picture] = item.preview ?? [item.fields[0]?.name ?? 'title']
  // A preview with its own `prepare` loses the Studio's titles of options, so only figures get one.
  const isFigure = item.fields.some(({ name: field, type }) => field === main && type === 'number')
  return defineField({
    name,
    title,
    type: 'array',
    ...(count === undefined ? {} : { description: drawnFor(count) }),
    of: [
      defineArrayMember({
        type: 'object',
        name: item.name,
        title: item.title,
        fields: item.fields,
        preview: {
          select: { title: main, ...(sub ? { subtitle: sub } : {}), ...(picture ? { media: picture } : {}) },
          ...(isFigure ? { prepare: withWords } : {}),
        },
      }),
    ],
    validation: (rule) => rule.required().min(1).error(`“${title}” needs at least one item.`),
  })
}

/** The breadcrumb above an item's form accepts strings only, and a figure is a number. */
function withWords({ title, ...rest }: { title?: number }) {
  return { ...rest, ...(title === undefined ? {} : { title: String(title) }) }
}

/** Lines of text in order, such as the lines of a headline. */
export function lines(name: string, title: string, count?: number, max = 60): FieldDefinition<'array'> {
  return defineField({
    name,
    title,
    type: 'array',
    ...(count === undefined ? {} : { description: drawnFor(count) }),
    of: [
      defineArrayMember({
        type: 'string',
        validation: (rule) => copyRules(rule, { max, empty: 'This line is empty. Write it, or remove it.' }),
      }),
    ],
    validation: (rule) => rule.required().min(1).error(`“${title}” needs at least one line.`),
  })
}

/** An ordered list of references: the order on the site is the order here. */
export function references(
  name: string,
  title: string,
  to: string,
  count?: number,
): FieldDefinition<'array'> {
  return defineField({
    name,
    title,
    type: 'array',
    description: [ORDERED, ...(count === undefined ? [] : [drawnFor(count)])].join(' '),
    of: [defineArrayMember({ type: 'reference', to: [{ type: to }] })],
    validation: (rule) => [
      rule.required().min(1).error(`“${title}” needs at least one entry.`),
      rule.unique().error('This entry is in the list twice. Remove one of the two.'),
    ],
  })
}

const ORDERED = 'Drag to reorder: the site shows them in this order.'

/** A description and not a warning: another number needs no correction. */
function drawnFor(count: number): string {
  return `The page is designed for ${count}. If you use another number, look at the page before you publish.`
}
