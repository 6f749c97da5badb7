import type * as Bundle from '../../web/publisher/renderer.ts'
import type { ReleaseFault } from '../contract/content-error.ts'
import type { Drafts } from '../previews/drafts.ts'

/** What the build left in `dist/server`. */
export type RendererBundle = typeof Bundle
export type Published = Bundle.Published
/** A publish without its source, which the thread opens itself. */
export type PublishInput = Omit<Bundle.PublishInput, 'source'>
/** One whole state of the site. */
export type Manifest = Published['manifest']

/**
 * What the built site can do for the API. All arguments and results can be cloned. What a person has to mend rejects
 * with an OperationalError.
 */
export interface Renderer {
  /** The document types that pages are made of. */
  documentTypes: readonly string[]
  publish(input: PublishInput): ReturnType<RendererBundle['publish']>
  finishRelease: RendererBundle['finishRelease']
  switchRelease: RendererBundle['switchRelease']
  releaseFiles: RendererBundle['releaseFiles']
  lackingFiles: RendererBundle['lackingFiles']
  keepContents: RendererBundle['keepContents']
  removeContents: RendererBundle['removeContents']
  keepRelease: RendererBundle['keepRelease']
  takeRelease: RendererBundle['takeRelease']
  /** The manifest of a release, by default of the one that is served; none if there is no such release. */
  manifest(dist: string, id?: string): Promise<Manifest | undefined>
  releaseChanges: RendererBundle['releaseChanges']
  releasePage: RendererBundle['releasePage']
  /** Asks the content lake, at a path of its API. Undefined if it refuses; rejects while it can't be asked. */
  askLake(path: string): Promise<unknown>
  /** What publishing a content release would hold back. Rejects where it can't be read. */
  checkRelease(release: string, options: DraftsOptions & { dist: string }): Promise<ReleaseFault[]>
  /** Pages of drafts. Rejects where they can't be read. */
  drafts(options: DraftsOptions): Promise<Drafts>
  /** Resolves once this renderer is out of use: its thread ended, or a newer build took its place. */
  ended: Promise<void>
}

export interface DraftsOptions {
  /** The built template's file. */
  template: string
  /** Public origin of the pages. */
  origin: string
  /** The folder of the site that visitors get, where drafts are compared with it. */
  dist?: string
}

/** The door to the built site. */
export interface Renderers {
  /** The renderer of the newest build. Rejects if there is none. */
  current(this: void): Promise<Renderer>
  /** Puts off the end of an idle renderer; false if its thread has ended. */
  keepAwake(this: void): boolean
  close(): Promise<void>
}
