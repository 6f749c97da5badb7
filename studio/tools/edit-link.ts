import { useRouter, type IntentParameters } from 'sanity/router'

/**
 * Search parameters of a link to a document in a content release, or to its draft. Without them, the Studio would keep
 * the release chosen in the bar and open another copy.
 */
export function perspectiveOf(release = ''): [string, string][] {
  return [['perspective', release]]
}

/** Opens the draft of a document, from places that can't hold a link. */
export function useOpenDraft(): (params: IntentParameters) => void {
  const { navigateUrl, resolveIntentLink } = useRouter()
  return (params) => navigateUrl({ path: resolveIntentLink('edit', params, perspectiveOf()) })
}
