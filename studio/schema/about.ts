import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { defineType } from '@sanity/types'
import { group, line, list, paragraph } from './fields.ts'
import { closingCall, pagePreview, seo } from './page.ts'
import { titled } from './record.ts'

/** The About page. */
export const about = defineType({
  name: 'about',
  title: 'About',
  type: 'document',
  icon: InfoOutlineIcon,
  fields: [
    seo(),
    line('title', 'Heading', { max: 50 }),
    paragraph('lead', 'Lead', { max: 200 }),
    group('mission', 'Mission', [
      line('title', 'Label', { max: 30 }),
      paragraph('statement', 'Statement', { max: 300 }),
      paragraph('text', 'Text', { max: 400 }),
    ]),
    group('principles', 'Principles', [
      line('title', 'Label', { max: 30 }),
      list('items', 'Principles', { name: 'principle', title: 'Principle', fields: titled }, 3),
    ]),
    closingCall(),
  ],
  preview: pagePreview('About', '/about'),
})
