import type { SlugValue, ValidationContext } from '@sanity/types'
import { slugFault } from '../../api/contract/addresses.ts'
import { sitePaths } from './site-paths.ts'

/** Says what keeps an address from being a landing page's; true when nothing does. */
export async function checkSlug(
  value: SlugValue | undefined,
  context: Pick<ValidationContext, 'getClient' | 'document'>,
): Promise<true | string> {
  const slug = value?.current
  if (slug === undefined) return true
  const fault = slugFault(slug)
  if (fault !== undefined) return fault
  const own = context.document?._id?.replace(/^drafts\./u, '')
  const { pages } = await sitePaths(context, own)
  return pages.has(`/${slug}`) ? `/${slug} is another page of this site. Choose another address.` : true
}
