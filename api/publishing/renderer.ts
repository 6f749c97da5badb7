import type * as Bundle from '../../web/publisher/renderer.ts'
import type { ReleaseFault } from '../contract/content-error.ts'
import type { Drafts } from '../previews/drafts.ts'

/** What the build left in `dist/server`. */
export type RendererBundle = typeof Bundle
export type Published = Bundle.Published
/** A publish as the thread is asked for it: where the content is, it knows by itself. */
export type PublishInput = Omit<Bundle.PublishInput, 'source'>
/** One whole state of the site. */
export type Manifest = Published['manifest']

/**
 * What the built site can do for the API. Everything it takes and gives can be cloned. Whatever has to be mended
 * by a person rejects with an OperationalError.
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
  /** Resolves once this one is of no use any more: its thread ended, or a newer build took its place. */
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
  /** The newest build's. Rejects where there is none. */
  current(this: void): Promise<Renderer>
  /** Keeps the renderer from going to rest for a while; false if it rests. */
  keepAwake(this: void): boolean
  close(): Promise<void>
}
