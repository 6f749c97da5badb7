import { defineField, type FieldDefinition, type StringRule, type ValidationContext } from '@sanity/types'
import { foldFrom } from '../../api/contract/redirect-paths.ts'
import { LINK_FORMS, linkFault, pageFault, type LinkForm } from '../../web/content/link.ts'
import { checkPlaceholder } from './placeholders.ts'
import { anchorsAt, releaseStack, sitePaths } from './site-paths.ts'

declare module '@sanity/types' {
  interface StringOptions {
    /** The forms that a link may have. A field with this option gets the link input. */
    link?: readonly LinkForm[]
    /** A field `page` beside it holds the landing page whose address it follows. */
    movesAlong?: boolean
  }
}

interface LinkOptions {
  description?: string
  /** The forms that it may have; all of them by default. */
  forms?: readonly LinkForm[]
  /** The launch copy is a placeholder: warns until it is replaced. */
  placeholder?: boolean
  /** As in `linkFields`. */
  movesAlong?: boolean
}

/** A required link. The publisher checks the same rules again. */
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
        ...placeRules(rule),
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
  _type?: string
  href?: string
  page?: { _ref?: string }
}

/** The rules of a path: its page must exist (an error), and so should its anchor (a warning). */
export function placeRules(rule: StringRule): StringRule[] {
  return [
    rule.custom(async (value, context) => checkPage(value, context)),
    rule.custom(async (value, context) => checkAnchor(value, context)).warning(),
  ]
}

/** Says that a path leads to no page of this site; true when it does. */
export async function checkPage(value: unknown, context: LinkContext): Promise<true | string> {
  if (!isChecked(value, context)) return true
  const { pages, redirected } = await sitePaths(context)
  return pageFault(value, new Set([...pages, ...redirected])) ?? true
}

/**
 * Says that the anchor of a path is not on its page; true when it is. A warning only: the part with that anchor may be
 * published later, or with this.
 */
export async function checkAnchor(value: unknown, context: LinkContext): Promise<true | string> {
  if (!isChecked(value, context)) return true
  const missing = await missingPlace(value)
  if (!missing) return true
  const { path, anchor } = missing
  const page = path === '/' ? 'The home page' : `The page ${path}`
  const next = releaseStack(context.document)
    ? 'Check that this release adds it.'
    : 'Choose another, or publish the part that has it.'
  return `${page} has no place #${anchor} at the moment. ${next}`
}

function isChecked(value: unknown, { parent }: LinkContext): value is string {
  if (typeof value !== 'string' || !value.startsWith('/') || linkFault(value) !== undefined) return false
  // A link that follows a page has a warning of its own, in checkLinkedPage.
  return !(parent as Follower | undefined)?.page?._ref
}

/** Looks at the page as visitors get it, since its anchors depend on words, lists and parts. */
async function missingPlace(value: string): Promise<{ path: string; anchor: string } | undefined> {
  const [path = '', anchor] = value.split('#', 2)
  if (!anchor) return undefined
  const anchors = await anchorsAt(path)
  return !anchors || anchors.has(decode(anchor)) ? undefined : { path, anchor }
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** The page whose address a link follows. Hidden, as the link's own input writes it. */
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

/** A required link, and the page whose address it follows. */
export function linkFields(name: string, title: string, options: LinkOptions = {}): FieldDefinition[] {
  return [linkField(name, title, { ...options, movesAlong: true }), linkedPage()]
}

/** Says that the page of a link is not there for visitors, and nothing leads on from it; true otherwise. */
export async function checkLinkedPage(context: LinkContext): Promise<true | string> {
  const { _type, href = '', page } = (context.parent ?? {}) as Follower
  if (!page?._ref) return true
  const { landing, redirected } = await sitePaths(context)
  const [path = ''] = href.split(/[?#]/u, 1)
  if (landing.some(({ _id }) => _id === page._ref) || redirected.has(foldFrom(path))) return true
  // In a text the words stay.
  const seen = _type === 'link' ? 'see the words without a link' : 'do not see it'
  return `The page that this leads to is not published any more. Publish it again or choose another: until then visitors ${seen}.`
}
