import { defineField, type FieldDefinition, type ValidationContext } from '@sanity/types'
import { LINK_FORMS, linkFault, pageFault, type LinkForm } from '../../web/content/link.ts'
import { checkPlaceholder } from './placeholders.ts'
import { anchorsAt, sitePaths } from './site-paths.ts'

declare module '@sanity/types' {
  interface StringOptions {
    /** The forms that a link may have: the field is drawn as one. */
    link?: readonly LinkForm[]
    /** Beside it is a field `page` for the page that it moves along with. */
    movesAlong?: boolean
  }
}

interface LinkOptions {
  description?: string
  /** The forms that it may have; every form of a link without. */
  forms?: readonly LinkForm[]
  /** The launch copy only stands in for it: a warning until it is replaced. */
  placeholder?: boolean
  /** As in `linkFields`. */
  movesAlong?: boolean
}

/** A required link. It is held to the same rules when it goes live. */
export function linkField(name: string, title: string, options: LinkOptions = {}): FieldDefinition<'string'> {
  return defineField({
    name,
    title,
    type: 'string',
    ...(options.description ? { description: options.description } : {}),
    options: { link: options.forms ?? LINK_FORMS, movesAlong: options.movesAlong ?? false },
    validation: (rule) => {
      const checked = [
        rule.required().error(`${title} is empty. Write where it leads.`),
        rule.custom((value) => checkLink(value, options.forms)),
        rule.custom(async (value, context) => checkPlace(value, context)),
        ...(options.movesAlong
          ? [rule.custom(async (_, context) => checkLinkedPage(context)).warning()]
          : []),
      ]
      return options.placeholder ? [...checked, rule.custom(checkPlaceholder).warning()] : checked
    },
  })
}

/** Says what keeps a text from being a link; true when nothing does. */
export function checkLink(value: unknown, forms?: readonly LinkForm[]): true | string {
  return typeof value === 'string' && value !== '' ? (linkFault(value, forms) ?? true) : true
}

type LinkContext = Pick<ValidationContext, 'getClient' | 'document' | 'parent'>

interface Follower {
  page?: { _ref?: string }
}

/** Says that a path leads to no page of this site, or to no place on that; true when it does. */
export async function checkPlace(value: unknown, context: LinkContext): Promise<true | string> {
  if (typeof value !== 'string' || !value.startsWith('/') || linkFault(value) !== undefined) return true
  // Where its page is gone, the warning below says so.
  if ((context.parent as Follower | undefined)?.page?._ref) return true
  const { pages, redirected } = await sitePaths(context)
  const fault = pageFault(value, new Set([...pages, ...redirected]))
  return fault ?? checkAnchor(value)
}

/** Asked of the page as visitors get it: what is on a page depends on words, lists and parts. */
async function checkAnchor(value: string): Promise<true | string> {
  const [path = '', anchor] = value.split('#', 2)
  if (!anchor) return true
  const anchors = await anchorsAt(path)
  if (!anchors || anchors.has(decode(anchor))) return true
  return path === '/'
    ? `The home page has no section #${anchor}. Choose one, such as /#faq.`
    : `The page ${path} has no place #${anchor}. Leave that out, or choose another.`
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** The page that a link moves along with: nothing that an editor fills in, as the link's own field writes it. */
export function linkedPage(): FieldDefinition<'reference'> {
  return defineField({
    name: 'page',
    title: 'Landing page',
    type: 'reference',
    to: [{ type: 'landingPage' }],
    weak: true,
    hidden: true,
  })
}

/** A required link and the page that it moves along with. */
export function linkFields(name: string, title: string, options: LinkOptions = {}): FieldDefinition[] {
  return [linkField(name, title, { ...options, movesAlong: true }), linkedPage()]
}

/** Says that the page of a link is not there for visitors; true when it is. */
export async function checkLinkedPage(context: LinkContext): Promise<true | string> {
  const id = (context.parent as Follower | undefined)?.page?._ref
  if (!id) return true
  const { landing } = await sitePaths(context)
  return landing.some((page) => page._id === id)
    ? true
    : 'The page that this leads to is not published any more. Publish it again or choose another: until then visitors see the words without a link.'
}
