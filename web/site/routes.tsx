import type { ReactNode } from 'react'
import { slugFault } from '../../api/contract/addresses.ts'
import { PATH_OF_PAGE } from '../../api/contract/pages.generated.ts'
import type {
  Content,
  LandingPage as LandingContent,
  LegalPage as LegalContent,
  PageName,
  Seo,
} from '../content/content.ts'
import { GlobalStyle } from '../theme/global.ts'
import { landingData } from './head.tsx'
import { LandingPage } from './landing-page.tsx'
import { LegalPage, NotSentPage, pages, ReceivedPage, type Page } from './pages.tsx'
import { Shell } from './shell.tsx'

/** One address of the site, and everything that its page is made of. */
export interface SiteRoute {
  /** Address without a trailing slash. */
  path: string
  page: (content: Content) => ReactNode
  seo: (content: Content) => Seo
  /** Structured data of the page, for search engines. */
  data?: (content: Content, origin: string) => object[]
  /** The path that this is another address of: both show the same page, and search engines keep that one. */
  aliasOf?: string
  /** False for pages that search engines should leave out. */
  indexed: boolean
}

/** All routes except further legal pages and landing pages. */
export const routes: readonly SiteRoute[] = [
  ...Object.entries(pages).map(([name, page]) => pageRoute(name as PageName, page)),
  { ...pageRoute('home', pages.home), path: '/home', aliasOf: '/' },
  { ...pageRoute('notFound', pages.notFound), path: '/404', aliasOf: '/not-found' },
  legal('privacy'),
  legal('tos'),
  legal('cookies'),
  {
    path: '/received',
    page: (content) => <ReceivedPage content={content} />,
    seo: (content) => content.settings.results.seo,
    indexed: false,
  },
  {
    path: '/not-sent',
    page: (content) => <NotSentPage content={content} />,
    seo: (content) => content.settings.results.seo,
    indexed: false,
  },
]

function pageRoute(name: PageName, { indexed = true, ...page }: Page): SiteRoute {
  return { ...page, path: PATH_OF_PAGE[name], seo: (content) => content[name].seo, indexed }
}

let latest: { kinds: readonly (string | boolean)[]; routes: readonly SiteRoute[] } | undefined

/**
 * The routes of this content: the site's own, and one for each further legal page and each landing page. The list is
 * the same object as long as these have the same addresses in the same order.
 */
export function routesOf({ legalPages, landingPages }: Content): readonly SiteRoute[] {
  const kinds: (string | boolean)[] = Object.keys(legalPages)
  for (const [slug, { indexed }] of Object.entries(landingPages)) kinds.push(indexed, slug)
  if (!latest || !isEqual(latest.kinds, kinds))
    latest = { kinds, routes: makeRoutes({ legalPages, landingPages }) }
  return latest.routes
}

function isEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, i) => item === other[i])
}

function makeRoutes(content: Pick<Content, 'legalPages' | 'landingPages'>): readonly SiteRoute[] {
  const taken = new Set(routes.map(({ path }) => path))
  const free = (slug: string) => {
    const isFree = slugFault(slug) === undefined && !taken.has(`/${slug}`)
    if (isFree) taken.add(`/${slug}`)
    return isFree
  }
  const more = [
    ...Object.keys(content.legalPages).filter(free).map(legal),
    ...Object.entries(content.landingPages)
      .filter(([slug]) => free(slug))
      .map(([slug, { indexed }]) => landing(slug, indexed)),
  ]
  return more.length === 0 ? routes : [...routes, ...more]
}

/** A route for react-router, as every renderer uses it: the page, with what all pages have around it. */
export function routeObject({ path, aliasOf, page }: SiteRoute, content: Content) {
  return {
    path,
    element: (
      <>
        <GlobalStyle />
        <Shell content={content} path={aliasOf ?? path}>
          {page(content)}
        </Shell>
      </>
    ),
  }
}

function legal(slug: string): SiteRoute {
  return {
    path: `/${slug}`,
    page: (content) => <LegalPage page={legalPage(content, slug)} settings={content.settings} />,
    seo: (content) => legalPage(content, slug).seo,
    indexed: true,
  }
}

function landing(slug: string, indexed: boolean): SiteRoute {
  return {
    path: `/${slug}`,
    page: (content) => <LandingPage page={landingPage(content, slug)} content={content} />,
    seo: (content) => landingPage(content, slug).seo,
    data: (content, origin) => landingData(landingPage(content, slug), origin),
    indexed,
  }
}

function landingPage(content: Content, slug: string): LandingContent {
  const page = content.landingPages[slug]
  if (!page) throw new Error(`The landing page “${slug}” is missing.`)
  return page
}

function legalPage(content: Content, slug: string): LegalContent {
  const page = content.legalPages[slug]
  if (!page) throw new Error(`The legal page “${slug}” is missing.`)
  return page
}
