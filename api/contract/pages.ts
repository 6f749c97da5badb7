import { PATH_OF_PAGE } from './pages.generated.ts'

/** Addresses that no page has by the name of its type. */
export const FIXED_PATHS = [
  '/home',
  '/privacy',
  '/tos',
  '/cookies',
  '/received',
  '/not-sent',
  '/404',
] as const

/** Addresses of the pages that every site has. Those of further legal pages are part of the content. */
export const PAGE_PATHS = [...Object.values(PATH_OF_PAGE), ...FIXED_PATHS] as const

export type PagePath = (typeof PAGE_PATHS)[number]

/** Second addresses of a page, and its first. */
export const ALIASES: Readonly<Record<string, PagePath>> = { '/home': '/', '/404': '/not-found' }
