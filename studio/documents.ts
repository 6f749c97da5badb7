import type { DocumentPluginOptions } from 'sanity'
import { ShareAction } from './tools/share/share-action.tsx'
import { isSingleton } from './singletons.ts'

const TAKES_AWAY = new Set<string | undefined>(['delete', 'duplicate', 'unpublish'])

/** What editors may do with a document: everything but make a second page or take one away. */
export const documentOptions = {
  actions: (actions, { schemaType }) => {
    const own = isSingleton(schemaType) ? actions.filter(({ action }) => !TAKES_AWAY.has(action)) : actions
    return [...own, ShareAction]
  },
  newDocumentOptions: (templates) => templates.filter(({ templateId }) => !isSingleton(templateId)),
} satisfies DocumentPluginOptions
