import type { Failure } from '../contract/content-error.ts'
import type { Drafts } from '../previews/drafts.ts'
import type { DraftsOptions, Renderer } from './renderer.ts'

type OfRenderer = Omit<Renderer, 'documentTypes' | 'drafts' | 'ended'>

/** The calls that the thread answers. Arguments and results are cloned. */
export interface Calls extends OfRenderer, Omit<Drafts, 'subscribe'> {
  documentTypes(): readonly string[]
  /** Lets drafts be rendered from then on, and `changed` be sent after each change of them. */
  openDrafts(options: DraftsOptions): void
}

export type CallName = keyof Calls

export interface Question {
  id: number
  name: CallName
  args: readonly unknown[]
}

export type Answer = { id: number; value: unknown } | { id: number; failure: Failure } | { id: 'changed' }
