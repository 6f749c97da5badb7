import type { ShareEnd } from '../contract/previews.ts'
import type { Grant } from './preview-token.ts'

/** A page as the site's own renderer drew it from drafts. */
export interface DraftPage {
  status: 200 | 404 | 410 | 422
  html: string
  /** Content security policy, but for who may frame it. */
  policy: string
}

/** What draws pages from drafts: the built site's renderer on the dataset. */
export interface Drafts {
  page(request: {
    path: string
    scope: Grant['scope']
    studio?: string
    bar: {
      kind: Grant['kind']
      shows: string
      perspective: string
      expires: string
      base: string
    }
  }): Promise<DraftPage>
  side(request: {
    path: string
    scope: Grant['scope']
    side: 'before' | 'after'
    base: string
  }): Promise<DraftPage>
  compare(request: { path: string; scope: Grant['scope']; base: string }): Promise<DraftPage>
  /** What a share link shows that leads nowhere any more. */
  ended(request: { end: ShareEnd }): Promise<DraftPage>
  /** Whether the Studio made the secret in this address, not longer than an hour ago. */
  admits(url: string): Promise<boolean>
  /** Which moment pages show now: another one after every change. */
  moment(): Promise<string>
  subscribe(listener: () => void): () => void
}
