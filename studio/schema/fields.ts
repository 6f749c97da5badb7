import { defineArrayMember, defineField, type FieldDefinition } from '@sanity/types'
import { checkPlaceholder } from './placeholders.ts'
import { checkReferences } from './references.ts'

interface CopyOptions {
  /** Shown under the title in the Studio. */
  description?: string
  /** Longest text that the design holds, in characters. */
  max?: number
  /** May be left empty: the site then leaves the whole element out. */
  optional?: boolean
  /** Names in braces that are filled in where this string is used, beyond the shared ones. */
  references?: readonly string[]
  /** The launch copy only stands in for it: a warning until it is replaced. */
  placeholder?: boolean
}

/** One line of copy: required unless `optional`, with a length bound and checked references. */
export function line(name: string, title: string, options: CopyOptions = {}): FieldDefinition<'string'> {
  return defineField({
    name,
    title,
    type: 'string',
    ...(options.description ? { description: options.description } : {}),
    validation: (rule) => {
      const bounded = rule
        .max(options.max ?? 120)
        .error(`Keep this to ${options.max ?? 120} characters: the design has no room for more.`)
      const checked = bounded.custom((value) => checkReferences(value, options.references))
      const complete = options.optional
        ? checked
        : checked.required().error(`${title} is empty. Write a line here.`)
      return options.placeholder ? [complete, rule.custom(checkPlaceholder).warning()] : complete
    },
  })
}

/** A paragraph of copy without formatting. Bounds as `line`, 600 characters by default. */
export function paragraph(name: string, title: string, options: CopyOptions = {}): FieldDefinition<'text'> {
  const max = options.max ?? 600
  return defineField({
    name,
    title,
    type: 'text',
    rows: 3,
    ...(options.description ? { description: options.description } : {}),
    validation: (rule) => {
      const checked = rule
        .max(max)
        .error(`Keep this to ${max} characters: the design has no room for more.`)
        .custom((value) => checkReferences(value, options.references))
      return options.optional
        ? checked
        : checked.required().error(`${title} is empty. Write a sentence here.`)
    },
  })
}

/** Fields that belong together, folded in the Studio. */
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
    validation: (rule) => rule.required(),
  })
}

/** A list of objects with the number of items that the design is drawn for; another number is a warning. */
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
  return defineField({
    name,
    title,
    type: 'array',
    of: [
      defineArrayMember({
        type: 'object',
        name: item.name,
        title: item.title,
        fields: item.fields,
        preview: {
          select: { title: main, ...(sub ? { subtitle: sub } : {}), ...(picture ? { media: picture } : {}) },
        },
      }),
    ],
    validation: (rule) => [
      rule.required().min(1).error(`${title} needs at least one item.`),
      expectCount(rule, title, count),
    ],
  })
}

/** Lines of text in order, such as the lines of a headline. */
export function lines(name: string, title: string, count?: number, max = 60): FieldDefinition<'array'> {
  return defineField({
    name,
    title,
    type: 'array',
    of: [
      defineArrayMember({
        type: 'string',
        validation: (rule) =>
          rule
            .required()
            .max(max)
            .custom((value) => checkReferences(value)),
      }),
    ],
    validation: (rule) => [
      rule.required().min(1).error(`${title} needs at least one line.`),
      expectCount(rule, title, count),
    ],
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
    description: 'Drag to reorder: the site shows them in this order.',
    of: [defineArrayMember({ type: 'reference', to: [{ type: to }] })],
    validation: (rule) => [
      rule.required().min(1).unique().error(`${title} needs at least one entry, and each only once.`),
      expectCount(rule, title, count),
    ],
  })
}

interface Counted {
  length: (n: number) => { warning: (message: string) => unknown }
}

function expectCount<Rule extends Counted>(rule: Rule, title: string, count: number | undefined): Rule {
  if (count === undefined) return rule
  return rule
    .length(count)
    .warning(`${title}: the page is drawn for ${count}. Another number works, but look at it first.`) as Rule
}
