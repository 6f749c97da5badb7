import type { Failure } from '../contract/content-error.ts'
import type { Drafts } from '../previews/drafts.ts'
import type { DraftsOptions, Renderer } from './renderer.ts'

type OfRenderer = Omit<Renderer, 'documentTypes' | 'drafts' | 'ended'>

/** What the thread is asked for. What goes in and comes out is cloned. */
export interface Calls extends OfRenderer, Omit<Drafts, 'subscribe'> {
  documentTypes(): readonly string[]
  /** From then on drafts are rendered, and `changed` is said after each change. */
  openDrafts(options: DraftsOptions): void
}

export type CallName = keyof Calls

export interface Question {
  id: number
  name: CallName
  args: readonly unknown[]
}

export type Answer = { id: number; value: unknown } | { id: number; failure: Failure } | { id: 'changed' }
