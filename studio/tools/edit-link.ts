import { useRouter, type IntentParameters } from 'sanity/router'

/**
 * Search parameters of a link to a document: as a content release has it, or its draft. Without any, the Studio keeps
 * the release that is chosen in the bar, and the form is that of another copy.
 */
export function perspectiveOf(release = ''): [string, string][] {
  return [['perspective', release]]
}

/** Opens the draft of a document, from what can be no link. */
export function useOpenDraft(): (params: IntentParameters) => void {
  const { navigateUrl, resolveIntentLink } = useRouter()
  return (params) => navigateUrl({ path: resolveIntentLink('edit', params, perspectiveOf()) })
}
