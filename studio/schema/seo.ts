import { type FieldDefinition } from '@sanity/types'
import { group, line, paragraph } from './fields.ts'

/** Title and description of a page, as search engines and shared links show them. */
export function seo(): FieldDefinition<'object'> {
  return group('seo', 'Search and sharing', [
    line('title', 'Title', { max: 70, description: 'In the browser tab and in search results.' }),
    paragraph('description', 'Description', {
      max: 170,
      description: 'One or two sentences under the title in search results.',
    }),
  ])
}
