import type { ReactNode } from 'react'
import type { PagePath } from '../../api/contract/pages.ts'
import type { Content, Seo, LegalPage as LegalContent, PageName } from '../content/content.ts'
import {
  AboutPage,
  ContactPage,
  Home,
  LegalPage,
  NotFoundPage,
  NotSentPage,
  PlatformPage,
  ReceivedPage,
} from './pages.tsx'
import { Shell } from './shell.tsx'
import { GlobalStyle } from '../theme/global.ts'

/** One address of the site, and everything that its page is made from. */
export interface SiteRoute {
  /** Address without a trailing slash. */
  path: string
  page: (content: Content) => ReactNode
  seo: (content: Content) => Seo
  /** The path of which this is another address: both have the same page, and search engines keep that one. */
  aliasOf?: string
  /** False for pages that search engines should leave out. */
  indexed: boolean
}

/**
 * The pages that have a document of their own. Every page of the content needs its entry: the compiler names the
 * one that is missing.
 */
const pages = {
  home: { path: '/', page: (content) => <Home content={content} /> },
  platform: { path: '/platform', page: (content) => <PlatformPage content={content} /> },
  contact: { path: '/contact', page: (content) => <ContactPage content={content} /> },
  about: { path: '/about', page: (content) => <AboutPage content={content} /> },
  notFound: { path: '/not-found', page: (content) => <NotFoundPage content={content} />, indexed: false },
} satisfies ARouteForEveryPage

/** A page is missing here? Add it to `pages` above: web/README.md says how a page is made. */
type ARouteForEveryPage = { [Name in PageName]: Page }

interface Page {
  path: PagePath
  page: SiteRoute['page']
  indexed?: boolean
}

/** All routes but further legal pages. */
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

function pageRoute(name: PageName, { path, page, indexed = true }: Page): SiteRoute {
  return { path, page, seo: (content) => content[name].seo, indexed }
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The routes of this content: the site's own, and one for every further legal page. */
export function routesOf(content: Content): readonly SiteRoute[] {
  const taken = new Set(routes.map(({ path }) => path))
  const more = Object.keys(content.legalPages).filter((slug) => SLUG.test(slug) && !taken.has(`/${slug}`))
  return more.length === 0 ? routes : [...routes, ...more.map(legal)]
}

/** A route as react-router takes it, for every renderer: its page, with what all pages have around their own part. */
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

function legalPage(content: Content, slug: string): LegalContent {
  const page = content.legalPages[slug]
  if (!page) throw new Error(`The legal page “${slug}” is missing.`)
  return page
}
