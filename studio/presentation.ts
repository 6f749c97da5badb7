import { map } from 'rxjs'
import { getPublishedId } from 'sanity'
import {
  defineDocuments,
  presentationTool,
  type DocumentLocationResolver,
  type DocumentLocationsState,
} from 'sanity/presentation'

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

interface Place {
  title: string
  href: string
  /** GROQ on the published home page: whether it shows the document `$id` here. */
  shows: string
}

const EVERY_PAGE = [
  { title: 'Home', href: '/' },
  { title: 'Platform', href: '/platform' },
  { title: 'About', href: '/about' },
  { title: 'Contact', href: '/contact' },
]

const FIXED: Record<string, { title: string; href: string }[]> = {
  settings: EVERY_PAGE,
  home: EVERY_PAGE.slice(0, 1),
  platform: EVERY_PAGE.slice(1, 2),
  about: EVERY_PAGE.slice(2, 3),
  contact: EVERY_PAGE.slice(3, 4),
  notFound: [{ title: '404 page', href: '/not-found' }],
  'legal-privacy': [{ title: 'Privacy policy', href: '/privacy' }],
  'legal-tos': [{ title: 'Terms of service', href: '/tos' }],
  'legal-cookies': [{ title: 'Cookie policy', href: '/cookies' }],
}

const SHOWN: Record<string, Place[]> = {
  faqGroup: [{ title: 'Home, FAQ', href: '/#faq', shows: '$id in faq.groups[]._ref' }],
  example: [
    { title: 'Home, How it works', href: '/#how-it-works', shows: '$id in howItWorks.examples[]._ref' },
    { title: 'Platform', href: '/platform', shows: '$id in howItWorks.examples[]._ref' },
  ],
  integration: [
    { title: 'Home, Hero', href: '/', shows: '$id in hero.inputs[].integration._ref' },
    {
      title: 'Home, How it works',
      href: '/#how-it-works',
      shows: '$id in howItWorks.examples[]->inputs[].integration._ref',
    },
    { title: 'Home, Integrations', href: '/#integrations', shows: '$id in integrations.items[]._ref' },
  ],
  pillar: [
    { title: 'Home, Pillars', href: '/#features', shows: '$id in features.pillars[]._ref' },
    { title: 'Platform', href: '/platform', shows: '$id in features.pillars[]._ref' },
  ],
  step: [
    { title: 'Home, Pillars', href: '/#features', shows: '$id in features.steps[]._ref' },
    { title: 'Platform', href: '/platform', shows: '$id in features.steps[]._ref' },
  ],
}

/** The path of the page to see a document in: its own, or the first that can show it. */
export function pageOf(publishedId: string, type: string): string {
  const href = FIXED[publishedId]?.[0]?.href ?? SHOWN[type]?.[0]?.href ?? '/'
  return href.replace(/#.*$/, '')
}

/** The published pages that a document appears on, as the Studio shows them beside it. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  const publishedId = getPublishedId(id)
  const fixed = FIXED[publishedId]
  if (fixed) return { locations: fixed }
  const places = SHOWN[type]
  if (!places) return undefined

  const shown = places.map(({ shows }) => `coalesce(${shows}, false)`)
  const fetch = `*[_id == "home"][0]{"shown": [${shown.join(', ')}]}.shown`
  return documentStore
    .listenQuery(
      { fetch, listen: '*[_id == "home" || _id == $id]' },
      { id: publishedId },
      { apiVersion: '2025-02-19', perspective: 'published' },
    )
    .pipe(map((answers: boolean[] | null) => stateOf(places.filter((_, index) => answers?.[index]))))
}

function stateOf(places: Place[]): DocumentLocationsState {
  if (places.length > 0) return { locations: places.map(({ title, href }) => ({ title, href })) }
  return { message: 'Not on the site yet: add it to its list on the home page.', tone: 'caution' }
}
