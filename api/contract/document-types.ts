/** Types of documents that administrators alone write. */
export const ADMINISTERED_TYPES: readonly string[] = ['settings']

/** Types of documents that nobody has to approve: a page that moves leaves a redirect as it is published. */
export const UNAPPROVED_TYPES: readonly string[] = ['redirects']
