import { TransferIcon } from '@sanity/icons/Transfer'
import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { checkFrom, checkRules, checkTo, restingRules } from './redirect-rules.ts'
import { sitePaths } from './site-paths.ts'

/** Old addresses and where they lead now. Optional: a site without it redirects nothing. */
export const redirects = defineType({
  name: 'redirects',
  title: 'Redirects',
  type: 'document',
  icon: TransferIcon,
  fields: [
    defineField({
      name: 'rules',
      title: 'Redirects',
      type: 'array',
      description:
        'Visitors who open an old address are sent on to the new one. Live as soon as you publish. ' +
        'Anything after a “?” is kept.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'redirect',
          title: 'Redirect',
          fields: [
            defineField({
              name: 'from',
              title: 'Old path',
              type: 'string',
              description: 'A path of this site, such as /old-page. Upper and lower case make no difference.',
              validation: (rule) => [rule.required().error('Write the old path.'), rule.custom(checkFrom)],
            }),
            defineField({
              name: 'to',
              title: 'Leads to',
              type: 'string',
              description: 'A page or a section of this site, or an address that starts with https://.',
              options: { link: ['path', 'https'] },
              validation: (rule) => [rule.required().error('Write where it leads.'), rule.custom(checkTo)],
            }),
          ],
          preview: {
            select: { from: 'from', to: 'to' },
            prepare: ({ from, to }) => ({ title: String(from ?? 'No path yet'), subtitle: `→ ${to ?? '…'}` }),
          },
        }),
      ],
      validation: (rule) => [
        rule.custom(async (value, context) => checkRules(value, (await sitePaths(context)).pages)),
        rule
          .custom(async (value, context) => restingRules(value, (await sitePaths(context)).pages))
          .warning(),
      ],
    }),
  ],
  preview: { prepare: () => ({ title: 'Redirects', subtitle: 'Old addresses and where they lead' }) },
})
