import { about } from './about.ts'
import { contact } from './contact.ts'
import { home } from './home.ts'
import { notFound } from './not-found.ts'
import { platform } from './platform.ts'

/**
 * Pages that exist once, each under an id that is its type's name, in the order of the desk. A page's address is its
 * name with dashes, as in `/not-found`, except the home page's.
 */
export const pages = [home, platform, about, contact, notFound]

/** The address of such a page. */
export function pagePath(name: string): string {
  return name === 'home' ? '/' : `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Names of the pages that exist once. */
export const PAGES: readonly string[] = pages.map(({ name }) => name)

/** Ids of the pages that the footer links to, each at its own fixed address. */
export const LEGAL_PAGES = ['legal-privacy', 'legal-tos', 'legal-cookies'] as const

/** The last part of such a page's address. */
export function legalSlug(id: string): string {
  return id.replace(/^legal-/, '')
}

const SINGLETONS = new Set<string>(['settings', 'redirects', 'legalPage', ...PAGES])

/** Whether editors can neither create, duplicate nor delete documents of this type. */
export function isSingleton(type: string): boolean {
  return SINGLETONS.has(type)
}
