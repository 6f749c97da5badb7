import type { Drafts } from '../previews/previews.ts'
import type { DraftsOptions, Manifest, Published, PublishInput } from './site.ts'

/** What the thread is asked for. What goes in and comes out is cloned. */
export interface Calls extends Omit<Drafts, 'subscribe'> {
  documentTypes(): readonly string[]
  publish(input: PublishInput): Promise<Published | { sentence: string }>
  improve(dist: string, manifest: Manifest): Promise<void>
  switchRelease(dist: string, id: string): Promise<Manifest | { sentence: string }>
  manifest(dist: string, id: string | undefined): Promise<Manifest | undefined>
  askLake(path: string, token: string | undefined): Promise<unknown>
  /** From then on drafts are drawn, and `changed` is said after each change. Returns a sentence where they can't be. */
  openDrafts(options: DraftsOptions): string | undefined
}

export type CallName = keyof Calls

export interface Question {
  id: number
  name: CallName
  args: readonly unknown[]
}

export type Answer = { id: number; value: unknown } | { id: number; failure: string } | { id: 'changed' }
