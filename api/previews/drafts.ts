import type { PreviewPage, Scope, ShareEnd } from '../contract/previews.ts'
import type { Grant } from './preview-token.ts'

/** What renders pages from drafts: the built site's renderer on the dataset. */
export interface Drafts {
  page(request: {
    path: string
    scope: Scope
    studio?: string
    bar: {
      kind: Grant['kind']
      shows: string
      perspective: string
      expires: string
      base: string
    }
  }): Promise<PreviewPage>
  side(request: { path: string; scope: Scope; side: 'before' | 'after'; base: string }): Promise<PreviewPage>
  compare(request: { path: string; scope: Scope; base: string }): Promise<PreviewPage>
  /** What a share link shows that leads nowhere any more. */
  ended(request: { end: ShareEnd }): Promise<PreviewPage>
  /** Whether the Studio made the secret in this address, not longer than an hour ago. */
  admits(url: string): Promise<boolean>
  /** Which moment pages show now: another one after every change. */
  moment(): Promise<string>
  subscribe(listener: () => void): () => void
}
