import type { Failure, ReleaseFault } from '../contract/content-error.ts'
import type { Drafts } from '../previews/drafts.ts'
import type { DraftsOptions, Manifest, Published, PublishInput, SiteBundle } from './site.ts'

/** What the thread is asked for. What goes in and comes out is cloned. */
export interface Calls extends Omit<Drafts, 'subscribe'> {
  documentTypes(): readonly string[]
  publish(input: PublishInput): Promise<Published>
  finishRelease(dist: string, manifest: Manifest): Promise<void>
  switchRelease(dist: string, id: string): Promise<Manifest>
  releaseFiles: SiteBundle['releaseFiles']
  lackingFiles: SiteBundle['lackingFiles']
  keepContents: SiteBundle['keepContents']
  removeContents: SiteBundle['removeContents']
  keepRelease: SiteBundle['keepRelease']
  takeRelease: SiteBundle['takeRelease']
  manifest(dist: string, id: string | undefined): Promise<Manifest | undefined>
  releaseChanges: SiteBundle['releaseChanges']
  releasePage: SiteBundle['releasePage']
  askLake(path: string): Promise<unknown>
  checkRelease(release: string, options: DraftsOptions & { dist: string }): Promise<ReleaseFault[]>
  /** From then on drafts are drawn, and `changed` is said after each change. */
  openDrafts(options: DraftsOptions): void
}

export type CallName = keyof Calls

export interface Question {
  id: number
  name: CallName
  args: readonly unknown[]
}

export type Answer = { id: number; value: unknown } | { id: number; failure: Failure } | { id: 'changed' }
