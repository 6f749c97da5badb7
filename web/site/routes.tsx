import type { ReactNode } from 'react'
import type { Content, LegalPage as LegalContent } from '../content/content.ts'
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
  seo: (content: Content) => { title: string; description: string }
  /** The path of which this is another address: both have the same page, and search engines keep that one. */
  aliasOf?: string
  /** False for pages that search engines should leave out. */
  indexed: boolean
}

const home = {
  page: (content: Content) => <Home content={content} />,
  seo: (content: Content) => content.home.seo,
  indexed: true,
}

const notFound = {
  page: (content: Content) => <NotFoundPage content={content} />,
  seo: (content: Content) => content.notFound.seo,
  indexed: false,
}

export const routes: readonly SiteRoute[] = [
  { path: '/', ...home },
  { path: '/home', ...home, aliasOf: '/' },
  {
    path: '/platform',
    page: (content) => <PlatformPage content={content} />,
    seo: (content) => content.platform.seo,
    indexed: true,
  },
  {
    path: '/contact',
    page: (content) => <ContactPage content={content} />,
    seo: (content) => content.contact.seo,
    indexed: true,
  },
  {
    path: '/about',
    page: (content) => <AboutPage content={content} />,
    seo: (content) => content.about.seo,
    indexed: true,
  },
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
  { path: '/not-found', ...notFound },
  { path: '/404', ...notFound, aliasOf: '/not-found' },
]

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
