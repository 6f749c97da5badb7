import { defineDocuments, presentationTool } from 'sanity/presentation'
import { locations } from './locations.ts'
import { pagePath } from './schema/pages.ts'
import { PAGES } from './singletons.ts'

/** The document that a page is made of, opened beside it. */
const mainDocuments = defineDocuments([
  ...PAGES.map((id) => ({ route: pagePath(id), filter: `_id == "${id}"` })),
  { route: '/home', filter: '_id == "home"' },
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
