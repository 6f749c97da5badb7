import type { FieldDefinition, FieldGroupDefinition, PreviewConfig } from '@sanity/types'
import { group, line, paragraph } from './fields.ts'
import { picture } from './picture.ts'

/** Title and description of a page, as search engines and shared links show them. */
export function seo(): FieldDefinition<'object'> {
  return group('seo', 'Search and sharing', [
    line('title', 'Title', { max: 70, description: 'In the browser tab and in search results.' }),
    paragraph('description', 'Description', {
      max: 170,
      description: 'One or two sentences under the title in search results.',
    }),
    picture('image', 'Sharing picture', {
      slot: 'card',
      optional: true,
      isDescribed: true,
      description:
        'Shown where somebody shares a link to this page, 1200 × 630 px. Without one, a card with the title is drawn.',
    }),
  ])
}

/** Shows a page under its own name in lists and search, with its address and the title that search engines show. */
export function pagePreview(title: string, path: string): PreviewConfig {
  return {
    select: { found: 'seo.title' },
    prepare: ({ found }) => ({ title, subtitle: typeof found === 'string' ? `${path} · ${found}` : path }),
  }
}

/** A tab of a long form, with the fields that stand under it. */
export interface Tab {
  name: string
  title: string
  fields: FieldDefinition[]
}

/** The tabs of a document and all their fields, in order, as its type declares them. */
export function tabbed(tabs: readonly Tab[]): { groups: FieldGroupDefinition[]; fields: FieldDefinition[] } {
  return {
    groups: tabs.map(({ name, title }, index) => ({ name, title, default: index === 0 })),
    fields: tabs.flatMap(({ name, fields }) => fields.map((field) => ({ ...field, group: name }))),
  }
}

/** The band that ends an inner page, with a button that opens the waitlist popup. */
export function closingCall(): FieldDefinition<'object'> {
  return group('closing', 'Closing call', [
    line('title', 'Heading', { max: 40 }),
    paragraph('lead', 'Lead', { max: 160 }),
    line('cta', 'Button', { max: 30 }),
  ])
}
