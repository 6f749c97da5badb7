import { map, type Observable } from 'rxjs'
import { getPublishedId, type DocumentStore } from 'sanity'
import {
  defineDocuments,
  presentationTool,
  type DocumentLocationResolver,
  type DocumentLocationsState,
} from 'sanity/presentation'
import { LEGAL_PAGES, pagePath, pages, PAGES } from './schema/pages.ts'
import { pageName } from './schema/places.ts'

/** The document that a page is made of, opened beside it. */
const mainDocuments = defineDocuments([
  ...PAGES.map((id) => ({ route: pagePath(id), filter: `_id == "${id}"` })),
  { route: '/home', filter: '_id == "home"' },
  { route: '/:slug', filter: '_type in ["legalPage", "landingPage"] && slug.current == $slug' },
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

const OWN = pages.map(({ name, title }) => [name, { title, href: pagePath(name) }] as const)

const FIXED: Record<string, { title: string; href: string }[]> = {
  ...Object.fromEntries(OWN.map(([name, place]) => [name, [place]])),
  settings: OWN.filter(([name]) => name !== 'notFound').map(([, place]) => place),
  ...Object.fromEntries(
    LEGAL_PAGES.map((id) => {
      const href = id.replace('legal-', '/')
      return [id, [{ title: pageName(href), href }]]
    }),
  ),
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

interface Answer {
  shown: boolean[] | null
  landing: { title: string; slug: string }[]
}

/** The published pages that a document appears on, as the Studio shows them beside it. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  const publishedId = getPublishedId(id)
  const fixed = FIXED[publishedId]
  if (fixed) return { locations: fixed }
  if (type === 'landingPage') return landingPlace(publishedId, documentStore)
  const places = SHOWN[type]
  if (!places) return undefined

  const shown = places.map(({ shows }) => `coalesce(${shows}, false)`)
  const fetch = `{
    "shown": *[_id == "home"][0]{"shown": [${shown.join(', ')}]}.shown,
    "landing": *[_type == "landingPage" && references([$id, ...*[references($id)]._id])]{title, "slug": slug.current}
  }`
  return documentStore
    .listenQuery(
      { fetch, listen: '*[_id in ["home", $id] || _type == "landingPage"]' },
      { id: publishedId },
      { apiVersion: '2025-02-19', perspective: 'published' },
    )
    .pipe(
      map(({ shown: answers, landing }: Answer) => {
        const found = [
          ...places.filter((_, index) => answers?.[index]).map(({ title, href }) => ({ title, href })),
          ...landing.map(({ title, slug }) => ({ title, href: `/${slug}` })),
        ]
        // Where it is on none, its receipt says so, once it is published.
        return found.length === 0 ? null : { locations: found, message: usedOn(found) }
      }),
    )
}

/** How many pages these are: several places may be on one. */
function usedOn(found: readonly { href: string }[]): string {
  const { size } = new Set(found.map(({ href }) => href.replace(/#.*$/u, '')))
  const places = found.length > size ? `, in ${found.length} places` : ''
  return `Used on ${size === 1 ? 'one page' : `${size} pages`}${places}`
}

/** A landing page is at its own address, which its editor chose; one without visitors is on no page yet. */
function landingPlace(id: string, documentStore: DocumentStore): Observable<DocumentLocationsState | null> {
  return documentStore
    .listenQuery(
      '*[_id == $id][0]{title, "slug": slug.current}',
      { id },
      { apiVersion: '2025-02-19', perspective: 'published' },
    )
    .pipe(
      map((page: { title: string; slug: string } | null) =>
        page ? { locations: [{ title: page.title, href: `/${page.slug}` }] } : null,
      ),
    )
}
