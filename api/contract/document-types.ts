/** Types of documents that administrators alone write. */
export const ADMINISTERED_TYPES: readonly string[] = ['settings']

/** Types of documents that nobody has to approve: publishing a page that moved also writes a redirect. */
export const UNAPPROVED_TYPES: readonly string[] = ['redirects']
