/** What a target needs to know of a release. */
export interface TargetManifest {
  id: string
  /** Revisions by document id: all that its pages were made from. */
  documents: Readonly<Record<string, string>>
  pages: Readonly<Record<string, { stamp: string }>>
  redirects: Readonly<Record<string, string>>
  /** Documents whose newest revision is not in it, and why. */
  held: readonly { _id: string; faults: readonly { message: string }[] }[]
  /** What editors call each document, by id. */
  titles?: Readonly<Record<string, string>> | undefined
}

/** A release that is live here, and where its files are. */
export interface TargetRelease {
  folder: string
  manifest: TargetManifest
  /** Paths of the pages that differ from the release before; none if that is not known. */
  changed: readonly string[]
  /** False for an earlier release that the site went back to. */
  isNewest: boolean
}

/** Another place that gets each release. */
export interface Target {
  name: string
  /**
   * Delivers a release. `superseded` aborts once a newer release waits or the server stops. Once `mayGoOn` says no,
   * another node delivers, and nothing more may be written from here.
   * @throws AttemptFailed with a message for the site's editors
   */
  deliver(release: TargetRelease, superseded: AbortSignal, mayGoOn: () => boolean): Promise<void>
}
