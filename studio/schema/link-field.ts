import { defineField, type FieldDefinition } from '@sanity/types'
import { linkFault, type LinkForm } from '../../web/content/link.ts'
import { checkPlaceholder } from './placeholders.ts'

interface LinkOptions {
  description?: string
  /** The forms that it may have; every form of a link without. */
  forms?: readonly LinkForm[]
  /** The launch copy only stands in for it: a warning until it is replaced. */
  placeholder?: boolean
}

/** A required link. It is held to the same rules when it goes live. */
export function linkField(name: string, title: string, options: LinkOptions = {}): FieldDefinition<'string'> {
  return defineField({
    name,
    title,
    type: 'string',
    ...(options.description ? { description: options.description } : {}),
    validation: (rule) => {
      const checked = [
        rule.required().error(`${title} is empty. Write where it leads.`),
        rule.custom((value) => checkLink(value, options.forms)),
      ]
      return options.placeholder ? [...checked, rule.custom(checkPlaceholder).warning()] : checked
    },
  })
}

/** Says what keeps a text from being a link; true when nothing does. */
export function checkLink(value: unknown, forms?: readonly LinkForm[]): true | string {
  return typeof value === 'string' && value !== '' ? (linkFault(value, forms) ?? true) : true
}
