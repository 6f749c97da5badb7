import { getPublishedId } from '@sanity/client/csm'
import { RocketIcon } from '@sanity/icons/Rocket'
import { defineField, defineType, type SlugValue, type ValidationContext } from '@sanity/types'
import { slugFault } from '../../api/contract/addresses.ts'
import { blockList } from './blocks/block-list.ts'
import { line } from './fields.ts'
import { seo, tabbed } from './page.ts'
import { strandedAt } from './redirect-rules.ts'
import { releaseStack, sitePaths, type SitePaths } from './site-paths.ts'

/** A page that an editor builds from parts: for a webinar, a campaign, a comparison. */
export const landingPage = defineType({
  name: 'landingPage',
  title: 'Landing page',
  type: 'document',
  icon: RocketIcon,
  ...tabbed([
    {
      name: 'page',
      title: 'Page',
      fields: [
        line('title', 'Name', {
          max: 60,
          description: 'Names the page in lists. On the page it is the heading if no opening gives one.',
        }),
        defineField({
          name: 'slug',
          title: 'Address',
          type: 'slug',
          description: 'The end of the page’s address: spring-webinar puts it at /spring-webinar.',
          // checkSlug looks at pages of every kind, and says which has the address.
          options: { source: 'title', maxLength: 60, isUnique: () => true },
          validation: (rule) => [
            rule
              .required()
              .error(
                'Address is empty. Write one such as spring-webinar, or press “Generate” if the name is in Latin letters.',
              ),
            rule.custom(checkSlug),
            rule.custom(checkOldAddress).warning(),
            rule.custom(checkStranded),
          ],
        }),
        blockList(),
      ],
    },
    {
      name: 'search',
      title: 'Search and sharing',
      fields: [
        seo(),
        defineField({
          name: 'indexed',
          title: 'Shown in search engines',
          type: 'boolean',
          initialValue: true,
          description:
            'Turn off for thank-you pages and the like. Anybody with the address can still open the page.',
          validation: (rule) => rule.required().error('Switch it on or off.'),
        }),
      ],
    },
  ]),
  preview: {
    select: { title: 'title', slug: 'slug.current' },
    prepare: ({ title, slug }) => ({
      title: String(title ?? 'Unnamed page'),
      subtitle: typeof slug === 'string' ? `/${slug}` : 'No address yet',
    }),
  },
})

type SlugContext = Pick<ValidationContext, 'getClient' | 'document'>

/** Says what keeps an address from being a landing page's; true when nothing does. */
export async function checkSlug(value: SlugValue | undefined, context: SlugContext): Promise<true | string> {
  const slug = value?.current
  if (slug === undefined) return true
  const fault = slugFault(slug)
  if (fault !== undefined) return fault
  const { pages } = await sitePaths(context, getPublishedId(context.document?._id ?? ''))
  return pages.has(`/${slug}`) ? `/${slug} is another page of this site. Choose another address.` : true
}

/**
 * Says that the address which the page is live at ends with its release, or at the minute that its draft is scheduled
 * for; true when it leads on. A publish leaves a redirect there by itself, and a release brings what is in it.
 */
export async function checkOldAddress(
  value: SlugValue | undefined,
  context: SlugContext,
): Promise<true | string> {
  const left = await leftAddress(value, context)
  if (!left) return true
  const { old, toCome } = left
  if (!releaseStack(context.document))
    return `Publish leaves a redirect at ${old}, and “Schedule publish” leaves none: to schedule this, publish a redirect from it in Redirects first. It rests until then.`
  // Then it is an error, which says the same.
  if (strandedAt(old, toCome)) return true
  return `${old} leads nowhere once this is live. Add a redirect from it to the same release, or change the address with Publish, which leaves one.`
}

/**
 * Says that a redirect leads to the address which the page's release ends, and so keeps the whole release from going
 * live; true when none does.
 */
export async function checkStranded(
  value: SlugValue | undefined,
  context: SlugContext,
): Promise<true | string> {
  const left = releaseStack(context.document) && (await leftAddress(value, context))
  const stranded = left && strandedAt(left.old, left.toCome)
  if (!stranded) return true
  return `${stranded.from} leads to ${left.old}, which is no page once this is live. Add a redirect from ${left.old} to ${left.path} to this release.`
}

interface LeftAddress {
  old: string
  path: string
  /** What the site answers once the page has moved. */
  toCome: SitePaths
}

/** The address that the page is live at and leaves with nothing there; undefined where there is none. */
async function leftAddress(
  value: SlugValue | undefined,
  context: SlugContext,
): Promise<LeftAddress | undefined> {
  if (value?.current === undefined) return undefined
  const id = getPublishedId(context.document?._id ?? '')
  const path = `/${value.current}`
  const [live, toCome] = await Promise.all([
    sitePaths({ getClient: context.getClient }),
    sitePaths(context, id, path),
  ])
  const old = live.landing.find(({ _id }) => _id === id)?.path
  const isLeft = old !== undefined && old !== path && !toCome.pages.has(old) && !toCome.redirected.has(old)
  return isLeft ? { old, path, toCome } : undefined
}
