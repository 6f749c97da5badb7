import { copyDictionary } from '../../content/dictionary.ts'

/** What a page was made from. */
export interface PageRecord {
  /** Hash of all content that the page read, also in the page itself, as `<meta name="release-stamp">`. */
  stamp: string
  /** Ids of the documents that it read. */
  documents: string[]
  /** Parts of the content that it read, such as `settings.footer`: unchanged, they leave the page as it is. */
  reads: string[]
}

/** By path. */
export type PageRecords = Readonly<Record<string, PageRecord>>

/** The records with some of the same pages replaced: a publish changes few of what may be thousands. */
export function withRecords(
  before: PageRecords,
  others: ReadonlyMap<string, PageRecord>,
): Record<string, PageRecord> {
  const records = copyDictionary(before)
  for (const [page, record] of others) records[page] = record
  const index = readers.get(before)
  if (index) readers.set(records, index)
  for (const [page, record] of others) if (index) note(index, page, record)
  return records
}

/** The pages that read a field of the content, now or before, by that field. */
type Readers = Map<string, Set<string>>

const readers = new WeakMap<PageRecords, Readers>()

/** The pages that may have read any of these: all that did, and some that did earlier. */
export function readersOf(records: PageRecords, reads: ReadonlySet<string>): Set<string> {
  const index = readers.get(records) ?? new Map<string, Set<string>>()
  if (!readers.has(records)) {
    for (const [page, record] of Object.entries(records)) note(index, page, record)
    readers.set(records, index)
  }
  return new Set([...reads].flatMap((read) => [...(index.get(read) ?? [])]))
}

function note(index: Readers, page: string, { reads }: PageRecord): void {
  for (const read of reads) {
    const pages = index.get(read) ?? new Set()
    index.set(read, pages.add(page))
  }
}
