import { pages } from './schema/pages.ts'

/** Names of the pages that exist once. */
export const PAGES: readonly string[] = pages.map(({ name }) => name)

/** Ids of the pages that the footer links to, each at its own fixed address. */
export const LEGAL_PAGES = ['legal-privacy', 'legal-tos', 'legal-cookies'] as const

const SINGLETONS = new Set<string>(['settings', 'redirects', 'legalPage', ...PAGES])

/** Whether documents of this type exist once, so that they are neither made, copied nor taken away. */
export function isSingleton(type: string): boolean {
  return SINGLETONS.has(type)
}
