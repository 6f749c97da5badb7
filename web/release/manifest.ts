/** What a page was made from: the revision of each document that it read, by id. */
export interface PageRecord {
  /** Hash of `documents`, also in the page itself, as `<meta name="release-stamp">`. */
  stamp: string
  documents: Record<string, string>
}

/** A document whose newest revision would break a page, and which of its fields must be mended. */
export interface Held {
  _id: string
  _type: string
  _rev: string
  faults: Fault[]
}

/** What is wrong, in an editor's words, and where. */
export interface Fault {
  sentence: string
  /** Path of the field in its document, as the Studio spells it: `faq.groups[_key=="a"]`. */
  path?: string
}

/** One whole state of the site, as `release.json` in its folder. */
export interface Manifest {
  id: string
  /** When it was made, ISO 8601. */
  at: string
  /** Hash of the bundle and settings that drew it: pages of another one can't be kept. */
  build: string
  /** Hash of all `_id`/`_rev` pairs of its snapshot. */
  snapshot: string
  /** By path: `/`, `/platform`. */
  pages: Record<string, PageRecord>
  /** Permanent redirects, from path to path or address; chains are collapsed. */
  redirects: Record<string, string>
  held: Held[]
}
