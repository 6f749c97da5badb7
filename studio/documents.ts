import type { DocumentPluginOptions } from 'sanity'
import { pages } from './schema/pages.ts'
import { ShareAction } from './tools/share/share-action.tsx'

/** Names of the pages that exist once. */
export const PAGES: readonly string[] = pages.map(({ name }) => name)

/** Ids of the pages that the footer links to, each at its own fixed address. */
export const LEGAL_PAGES = ['legal-privacy', 'legal-tos', 'legal-cookies'] as const

const SINGLETONS = new Set<string>(['settings', 'redirects', 'legalPage', ...PAGES])

/** Whether documents of this type exist once, so that they are neither made, copied nor taken away. */
export function isSingleton(type: string): boolean {
  return SINGLETONS.has(type)
}

const TAKES_AWAY = new Set<string | undefined>(['delete', 'duplicate', 'unpublish'])

/** What editors may do with a document: everything but make a second page or take one away. */
export const documentOptions = {
  actions: (actions, { schemaType }) => {
    const own = isSingleton(schemaType) ? actions.filter(({ action }) => !TAKES_AWAY.has(action)) : actions
    return [...own, ShareAction]
  },
  newDocumentOptions: (templates) => templates.filter(({ templateId }) => !isSingleton(templateId)),
} satisfies DocumentPluginOptions
