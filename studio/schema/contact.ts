import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineType } from '@sanity/types'
import { group, line, list, paragraph } from './fields.ts'
import { pagePreview, seo } from './page.ts'

/** The Contact page and the texts of its form in every state. */
export const contact = defineType({
  name: 'contact',
  title: 'Contact',
  type: 'document',
  icon: EnvelopeIcon,
  fields: [
    seo(),
    line('title', 'Heading', { max: 40 }),
    paragraph('lead', 'Lead', { max: 160 }),
    list('facts', 'Facts beside the form', {
      name: 'fact',
      title: 'Fact',
      fields: [line('label', 'Label', { max: 24 }), line('value', 'Value', { max: 60 })],
      preview: ['label', 'value'],
    }),
    group('fields', 'Field labels', [
      line('name', 'Name'),
      line('email', 'Email'),
      line('message', 'Message'),
    ]),
    line('hint', 'Hint beside the button', { max: 80, optional: true }),
    line('fine', 'Fine print', { max: 100 }),
    line('fineLink', 'Words in it that link to the privacy policy', { max: 30 }),
    group('buttons', 'Button', [
      line('idle', 'At rest', { max: 30 }),
      line('loading', 'While sending', { max: 30 }),
      line('unavailable', 'While the bot check loads', { max: 30 }),
    ]),
    line('success', 'After sending'),
    line('error', 'When sending failed'),
    line('errorLink', 'Words in it that link to the sales email', { max: 40 }),
    line('botCheckFailed', 'When the bot check has not loaded'),
    line('noScript', 'Without JavaScript'),
    line('copyEmail', 'Copy button', { max: 30 }),
  ],
  preview: pagePreview('Contact', '/contact'),
})
