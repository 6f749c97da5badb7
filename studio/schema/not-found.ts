import { DocumentRemoveIcon } from '@sanity/icons/DocumentRemove'
import { defineType } from '@sanity/types'
import { line } from './fields.ts'
import { pagePreview, seo } from './page.ts'

/** The page that is served where no page is found. */
export const notFound = defineType({
  name: 'notFound',
  title: '404 page',
  type: 'document',
  icon: DocumentRemoveIcon,
  fields: [
    seo(),
    line('title', 'Heading', { max: 40 }),
    line('text', 'Text', { max: 90 }),
    line('note', 'Note', { max: 90, optional: true }),
    line('cta', 'Button', { max: 30 }),
    line('secondaryCta', 'Link', { max: 30 }),
  ],
  preview: pagePreview('404 page', '/not-found'),
})
