import { CogIcon } from '@sanity/icons/Cog'
import { defineField, defineType } from '@sanity/types'
import { group, line, list, paragraph } from './fields.ts'
import { linkField, linkFields } from './link-field.ts'
import { seo, tabbed } from './page.ts'
import { checkPlaceholder } from './placeholders.ts'
import { SECTION_PLACES } from './places.ts'
import { waitlist } from './waitlist.ts'

const result = [
  line('title', 'Heading', { max: 50 }),
  paragraph('text', 'Text', { max: 240 }),
  line('cta', 'Button', { max: 40 }),
]

/** The pages that answer a form sent without JavaScript. */
const results = group('results', 'Result pages', [
  seo(),
  group('received', 'Received', result),
  group('demo', 'Received, for a demo', result),
  group('notSent', 'A field was refused', result),
  group('later', 'It can be sent again later', result),
  group('botCheck', 'The bot check could not run', result),
])

/** Without the hero, which the logo leads to. */
const navigable = SECTION_PLACES.filter(({ id }) => id !== 'hero').map(({ id, title }) => ({
  title,
  value: id,
}))

const email = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    validation: (rule) => [
      rule.required().error(`${title} is empty. Enter an address that somebody reads.`),
      rule.email().error('This is not an email address. Write one such as name@company.com.'),
      rule.custom(checkPlaceholder).warning(),
    ],
  })

/** What every page shares: brand, addresses, navigation, footer, and the texts of popup, toasts and results. */
export const settings = defineType({
  name: 'settings',
  title: 'Settings',
  type: 'document',
  icon: CogIcon,
  ...tabbed([
    {
      name: 'brand',
      title: 'Brand',
      fields: [
        group('brand', 'Brand', [
          line('word', 'Wordmark', { max: 12, placeholder: true }),
          line('descriptor', 'Descriptor', { max: 40, placeholder: true }),
          line('legalEntity', 'Legal entity', { max: 80, placeholder: true }),
          line('governingLaw', 'Governing law', { max: 120, placeholder: true }),
        ]),
        group('links', 'Addresses', [
          email('salesEmail', 'Sales email'),
          email('privacyEmail', 'Privacy email'),
          linkField('linkedin', 'LinkedIn', { forms: ['https'], placeholder: true }),
        ]),
        group('organization', 'Organisation', [
          line('name', 'Name', { max: 60 }),
          paragraph('description', 'Description', { max: 240, description: 'For search engines.' }),
          paragraph('imageAlt', 'Description of the sharing image', { max: 240 }),
        ]),
      ],
    },
    {
      name: 'navigation',
      title: 'Navigation',
      fields: [
        list(
          'navigation',
          'Navigation',
          {
            name: 'navigationItem',
            title: 'Section',
            fields: [
              line('label', 'Label', { max: 20 }),
              defineField({
                name: 'section',
                title: 'Section of the home page',
                type: 'string',
                options: { list: navigable },
                validation: (rule) => rule.required().error('Choose a section of the home page.'),
              }),
            ],
            preview: ['label', 'section'],
          },
          8,
        ),
        group('header', 'Header labels', [
          line('contact', 'Contact link', { max: 20 }),
          line('demo', 'Demo button', { max: 20 }),
          line('home', 'Name of the logo link'),
          line('sections', 'Name of the navigation'),
          line('rail', 'Name of the page navigator'),
          line('menu', 'Name of the menu'),
          line('linkedin', 'Name of the LinkedIn link'),
          line('toDark', 'Theme button, when light'),
          line('toLight', 'Theme button, when dark'),
          line('skip', 'Skip link'),
          line('menuOpen', 'Menu button, when closed'),
          line('menuClose', 'Menu button, when open'),
        ]),
        group('footer', 'Footer', [
          line('line', 'Line under the logo', { max: 80 }),
          list(
            'groups',
            'Groups',
            {
              name: 'footerGroup',
              title: 'Group',
              fields: [
                line('title', 'Title', { max: 20 }),
                list('links', 'Links', {
                  name: 'footerLink',
                  title: 'Link',
                  fields: [
                    line('label', 'Label', { max: 30 }),
                    ...linkFields('href', 'Leads to', { forms: ['path'] }),
                  ],
                  preview: ['label', 'href'],
                }),
              ],
            },
            2,
          ),
          defineField({
            name: 'year',
            title: 'Copyright year',
            type: 'number',
            validation: (rule) => [
              rule.required().error('Copyright year is empty. Enter the year.'),
              rule.integer().min(2000).max(2100).error('Write the year with four digits, such as 2025.'),
            ],
          }),
          line('copyright', 'Copyright line', { max: 80 }),
          line('end', 'Last words', { max: 30 }),
        ]),
      ],
    },
    { name: 'waitlist', title: 'Waitlist', fields: [waitlist] },
    {
      name: 'messages',
      title: 'Messages',
      fields: [
        results,
        group('toasts', 'Toasts', [
          line('linkCopied', 'Link copied', { max: 60 }),
          line('linkNotCopied', 'Link not copied', {
            max: 80,
            optional: true,
            description:
              'Shown when the browser refuses to copy; the link is in the address bar. If empty, the link itself is shown.',
          }),
          line('addressCopied', 'Address copied', { max: 60 }),
          line('region', 'Name of the region', { max: 30 }),
          line('dismiss', 'Dismiss button', { max: 30 }),
        ]),
        group('validation', 'Form messages', [
          line('email', 'Email'),
          line('required', 'Required field'),
          line('tooLong', 'Too long', { variables: ['max'] }),
          line('unreadable', 'Characters that cannot be shown'),
          line('text', 'Either, without JavaScript', { variables: ['max'] }),
        ]),
        group('legal', 'Legal pages', [
          line('updated', 'Date line', { max: 40, variables: ['month'] }),
          line('contents', 'Contents', { max: 30 }),
        ]),
      ],
    },
  ]),
  preview: { prepare: () => ({ title: 'Settings', subtitle: 'Brand, navigation, waitlist, messages' }) },
})
