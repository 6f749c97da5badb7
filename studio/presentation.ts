import { map, of, type Observable } from 'rxjs'
import { getPublishedId, type DocumentStore } from 'sanity'
import {
  defineDocuments,
  presentationTool,
  type DocumentLocationResolver,
  type DocumentLocationsState,
} from 'sanity/presentation'
import { CLIENT } from './client-options.ts'
import { LEGAL_PAGES, pagePath, pages, PAGES } from './schema/pages.ts'
import { pageName } from './schema/places.ts'
import { beginAnew } from './tools/follow-query.ts'

/** Pages whose content holds their address. */
const ADDRESSED = '_type in ["legalPage", "landingPage"]'
const AT = `${ADDRESSED} && slug.current == $slug`

/** The document that a page is made of, opened beside it. */
const mainDocuments = defineDocuments([
  ...PAGES.map((id) => ({ route: pagePath(id), filter: `_id == "${id}"` })),
  { route: '/home', filter: '_id == "home"' },
  {
    route: '/:slug',
    // When the draft has moved to another address, no page is at this one: the open form stays, and says so.
    resolve: ({ params }) => ({
      filter: `${AT} || ${ADDRESSED} && _id == $open && !defined(*[${AT}][0])`,
      params: { slug: params['slug'] ?? '', open: openDocument() },
    }),
  },
])

/** Id of the document whose form is open beside the page; empty where none is. */
function openDocument(): string {
  const [, id = ''] = /\/presentation\/[^/]+\/([^/;]+)/u.exec(location.pathname) ?? []
  return decodeURIComponent(id)
}

/** Draft pages beside their forms: a click on a text opens its field. */
export function presentation(site: string) {
  return presentationTool({
    title: 'Pages',
    previewUrl: { initial: site, previewMode: { enable: '/api/preview/enter', shareAccess: false } },
    resolve: { mainDocuments, locations },
  })
}

/** Where a page shows something. */
export interface PagePlace {
  title: string
  /** A path, with an anchor where that is a part of the page. */
  href: string
}

interface Place extends PagePlace {
  /** GROQ on the published home page: whether it shows the document `$id` here. */
  shows: string
}

const OWN = pages.map(({ name, title }) => [name, { title, href: pagePath(name) }] as const)

const FIXED: Record<string, PagePlace[]> = {
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

type Perspective = 'published' | 'drafts'

/** The places that show a document, as one perspective sees the site: first its own, or that of the home page. */
export function placesOf(
  publishedId: string,
  type: string,
  documentStore: DocumentStore,
  perspective: Perspective,
): Observable<PagePlace[]> {
  const fixed = FIXED[publishedId]
  if (fixed) return of(fixed)
  const places = SHOWN[type] ?? []
  const shown = places.map(({ shows }) => `coalesce(${shows}, false)`)
  const fetch = `{
    "shown": *[_id == "home"][0]{"shown": [${shown.join(', ')}]}.shown,
    "own": *[_type == "legalPage" && _id == $id]{title, "slug": slug.current},
    "landing": *[_type == "landingPage" && (_id == $id || references([$id, ...*[references($id)]._id]))]{title, "slug": slug.current}
  }`
  return documentStore
    .listenQuery(
      { fetch, listen: '*[_id == "home" || _type == "landingPage" || _id == $id]' },
      { id: publishedId },
      { ...CLIENT, perspective },
    )
    .pipe(
      map(({ shown: answers, own, landing }: Shown) => [
        ...places.filter((_, index) => answers?.[index]).map(({ title, href }) => ({ title, href })),
        ...[...own, ...landing].flatMap(({ title, slug }) =>
          slug && title ? [{ title, href: `/${slug}` }] : [],
        ),
      ]),
    )
}

interface Addressed {
  title: string | null
  slug: string | null
}

interface Shown {
  shown: boolean[] | null
  /** A legal page beyond those that the footer links to. */
  own: Addressed[]
  landing: Addressed[]
}

/** Types of such pages. */
const WITH_ADDRESS = new Set(['legalPage', 'landingPage'])

/** The published pages that a document appears on, as the Studio shows them beside it. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  const publishedId = getPublishedId(id)
  if (!(publishedId in FIXED || type in SHOWN || WITH_ADDRESS.has(type))) return undefined
  // A document on no page: its receipt says so once it is published.
  return placesOf(publishedId, type, documentStore, 'published').pipe(
    beginAnew(),
    map((found): DocumentLocationsState | null =>
      found.length === 0 ? null : { locations: found, message: usedOn(found) },
    ),
  )
}

/** Counts pages, as several places may be on one. */
function usedOn(found: readonly { href: string }[]): string {
  const { size } = new Set(found.map(({ href }) => href.replace(/#.*$/u, '')))
  const places = found.length > size ? `, in ${found.length} places` : ''
  return `Used on ${size === 1 ? 'one page' : `${size} pages`}${places}`
}
