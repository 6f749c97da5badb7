/** What a page was made from. */
export interface PageRecord {
  /** Hash of all content that the page read, also in the page itself, as `<meta name="release-stamp">`. */
  stamp: string
  /** Ids of the documents that it read. */
  documents: string[]
  /** Parts of the content that it read, such as `settings.footer`: unchanged, they leave the page as it is. */
  reads: string[]
}

/** A document whose newest revision would break a page, and which of its fields must be mended. */
export interface Held {
  _id: string
  _type: string
  /** None where the fault is that the document is gone. */
  _rev: string | null
  faults: Fault[]
}

/** What is wrong, in an editor's words, and where. */
export interface Fault {
  sentence: string
  /** Path of the field in its document, as the Studio spells it: `faq.groups[_key=="a"]`. */
  path?: string
}

/** One whole state of the site, as `manifests/<id>.json` beside the releases: it names what is in the dataset. */
export interface Manifest {
  id: string
  /** When it was made, ISO 8601. */
  at: string
  /** Hash of the code and settings that drew it: pages of another one can't be kept. */
  build: string
  /** Hash of `documents`. */
  snapshot: string
  /** Revision of every document that the release was made from, by id. */
  documents: Record<string, string>
  /** By path: `/`, `/platform`. */
  pages: Record<string, PageRecord>
  /** Permanent redirects, from path to path or address; chains are collapsed. */
  redirects: Record<string, string>
  held: Held[]
}
