import { defineField, type FieldDefinition, type ValidationContext } from '@sanity/types'
import { LINK_FORMS, linkFault, pageFault, type LinkForm } from '../../web/content/link.ts'
import { SECTIONS } from '../../api/contract/sections.ts'
import { checkPlaceholder } from './placeholders.ts'
import { sitePaths } from './site-paths.ts'

declare module '@sanity/types' {
  interface StringOptions {
    /** The forms that a link may have: the field is drawn as one. */
    link?: readonly LinkForm[]
  }
}

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
    options: { link: options.forms ?? LINK_FORMS },
    validation: (rule) => {
      const checked = [
        rule.required().error(`${title} is empty. Write where it leads.`),
        rule.custom((value) => checkLink(value, options.forms)),
        rule.custom(async (value, context) => checkPlace(value, context)),
      ]
      return options.placeholder ? [...checked, rule.custom(checkPlaceholder).warning()] : checked
    },
  })
}

/** Says what keeps a text from being a link; true when nothing does. */
export function checkLink(value: unknown, forms?: readonly LinkForm[]): true | string {
  return typeof value === 'string' && value !== '' ? (linkFault(value, forms) ?? true) : true
}

/** Anchors of the home page beside its sections: where the form without JavaScript is, and the skip link's. */
const OTHER_ANCHORS = ['join', 'main']

/** Says that a path leads to no page of this site, or to no section of its home page; true when it does. */
export async function checkPlace(
  value: unknown,
  context: Pick<ValidationContext, 'getClient'>,
): Promise<true | string> {
  if (typeof value !== 'string' || !value.startsWith('/') || linkFault(value) !== undefined) return true
  const { pages, redirected } = await sitePaths(context)
  const fault = pageFault(value, new Set([...pages, ...redirected]))
  if (fault !== undefined) return fault
  const anchor = /^\/(?:home)?(?:\?[^#]*)?#(.+)$/u.exec(value)?.[1]
  if (anchor === undefined || [...SECTIONS, ...OTHER_ANCHORS].includes(anchor)) return true
  return `The home page has no section #${anchor}. Choose one, such as /#faq.`
}
