import { getPublishedId } from '@sanity/client/csm'
import { BillIcon } from '@sanity/icons/Bill'
import { defineField, defineType, type ValidationContext } from '@sanity/types'
import { CLIENT } from '../client-options.ts'
import { line, paragraph } from './fields.ts'
import { seo } from './page.ts'
import { richText } from './rich-text.ts'
import { releaseStack } from './site-paths.ts'

const PRIVACY = 'legal-privacy'
const COOKIES = 'legal-cookies'

const CONTRADICTION =
  'The privacy policy mentions analytics cookies, and the cookie policy says that there are none. ' +
  'Change one of the two, together with whoever is responsible for them.'

/** The privacy policy, the terms and the cookie policy: dated rich text made of numbered sections. */
export const legalPage = defineType({
  name: 'legalPage',
  title: 'Legal page',
  type: 'document',
  icon: BillIcon,
  fields: [
    seo(),
    line('title', 'Title', { max: 60 }),
    defineField({
      name: 'slug',
      title: 'Address',
      type: 'slug',
      readOnly: true,
      description: 'Fixed: other pages and the footer link here.',
      validation: (rule) =>
        rule.required().error('The address is gone. Restore an earlier version of this page.'),
    }),
    defineField({
      name: 'updated',
      title: 'Last updated',
      type: 'date',
      options: { dateFormat: 'MMMM YYYY' },
      description: 'Only the month and the year are shown.',
      validation: (rule) => rule.required().error('Choose the month of the last change.'),
    }),
    paragraph('intro', 'Introduction', { max: 300 }),
    richText('body', 'Sections', {
      headings: true,
      warnIf: checkCookieClaims,
      description:
        'Each section heading starts a numbered section. {salesEmail} and {privacyEmail} become links.',
    }),
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current' },
    prepare: ({ title, slug }) => ({ title: String(title ?? 'Untitled page'), subtitle: `/${slug}` }),
  },
})

/** Recreates a missing legal page at its own address, which editors can't type. */
export const legalTemplate = {
  id: 'legalPage',
  title: 'Legal page',
  schemaType: 'legalPage',
  parameters: [{ name: 'slug', type: 'string' as const }],
  value: ({ slug }: { slug: string }) => ({ slug: { _type: 'slug', current: slug } }),
}

/** Says that the two policies disagree about analytics cookies, on both of them; true where they agree. */
export async function checkCookieClaims(body: unknown, context: ValidationContext): Promise<true | string> {
  const id = getPublishedId(context.document?._id ?? '')
  if (id !== PRIVACY && id !== COOKIES) return true
  const client = context.getClient(CLIENT)
  const other: unknown = await client.fetch(
    '*[_id == $other][0].body',
    { other: id === PRIVACY ? COOKIES : PRIVACY },
    { perspective: releaseStack(context.document) ?? 'drafts' },
  )
  const [privacy, cookies] = id === PRIVACY ? [body, other] : [other, body]
  const disagree = /analytics cookies/i.test(textOf(privacy)) && /no analytics/i.test(textOf(cookies))
  return disagree ? CONTRADICTION : true
}

function textOf(body: unknown): string {
  const blocks = (Array.isArray(body) ? body : []) as { children?: { text?: string }[] }[]
  return blocks.map(({ children = [] }) => children.map(({ text }) => text).join('')).join('\n')
}
