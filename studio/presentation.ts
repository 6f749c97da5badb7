import { defineDocuments, presentationTool } from 'sanity/presentation'
import { locations } from './locations.ts'

/** The document that a page is made of, opened beside it. */
const mainDocuments = defineDocuments([
  ...['platform', 'about', 'contact'].map((id) => ({ route: `/${id}`, filter: `_id == "${id}"` })),
  ...['/', '/home'].map((route) => ({ route, filter: '_id == "home"' })),
  { route: '/not-found', filter: '_id == "notFound"' },
  { route: '/:slug', filter: '_type == "legalPage" && slug.current == $slug' },
])

/** Pages and their drafts, side by side with the forms: what is clicked there opens here. */
export function presentation(site: string) {
  return presentationTool({
    title: 'Pages',
    previewUrl: { initial: site, previewMode: { enable: '/api/preview/enter', shareAccess: false } },
    resolve: { mainDocuments, locations },
  })
}
