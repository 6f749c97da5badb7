/** A link to drafts for somebody without an account. Times are ISO 8601. */
export interface ShareRecord {
  id: string
  /** `drafts` for all of them, or the id of the one document whose draft is shown. */
  shows: string
  /** Path of the page that it opens. */
  path: string
  /** For whom it is, as its maker wrote it; empty if they did not. */
  recipient: string
  createdAt: string
  expiresAt: string
}

/** A link that was just made; `url` is its path with the token, which is told this once. */
export interface MadeShare extends ShareRecord {
  url: string
}

/** Where an editor looks at drafts, comparisons and releases: an address that holds for an hour, as a path. */
export interface OpenedPreview {
  base: string
}

/** Why a share link leads nowhere any more. */
export type ShareEnd = 'revoked' | 'ended'

/**
 * What a preview shows: what is live, every draft, the draft of one document among what is live, or what a stack of
 * content releases would make of it, the first on top.
 */
export type Scope =
  | { perspective: 'published' | 'drafts' }
  | { perspective: 'document'; document: string }
  | { perspective: 'stack'; stack: readonly string[] }

/** A page as the site's own renderer made it of drafts. */
export interface PreviewPage {
  status: 200 | 307 | 404 | 410 | 422
  html: string
  /** Where the page is now, if its address changed. */
  location?: string
  /** Its content security policy, without the directive that says who may frame it. */
  policy: string
}
