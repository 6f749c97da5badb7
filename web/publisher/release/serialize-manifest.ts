import type { PageRecord, PageRecords } from './page-records.ts'
import { publicManifest, type ManifestParts } from './public-manifest.ts'

/*
 * Serializing a thousand pages would take 4 ms with every publish. The record of an unchanged page is the same object,
 * so each is serialized once.
 */

/** As `JSON.stringify` does it, with the pages last. */
export function serializeManifest({ pages, ...rest }: { pages: PageRecords }): Uint8Array {
  const members = membersOf(pages).map(({ whole }) => whole)
  // Encoded apart: titles have letters beyond Latin-1, which would make all of a joined text slower to encode.
  return Buffer.concat([beginning(rest), members.join(','), END].map((text) => Buffer.from(text)))
}

/** The same for what everybody may read of it. */
export function serializePublicManifest(manifest: ManifestParts & { pages: PageRecords }): string {
  const { pages: _, ...rest } = publicManifest({ ...manifest, pages: {} })
  const members = membersOf(manifest.pages).map((member) => member.public)
  return beginning(rest) + members.join(',') + END
}

const END = '}}'

function beginning(rest: object): string {
  return `${JSON.stringify(rest).slice(0, -1)},"pages":{`
}

/** The entry of a page in a manifest and in its public part. */
interface Member {
  page: string
  whole: string
  public: string
}

const lists = new WeakMap<PageRecords, readonly Member[]>()

/** Listed once for the manifest and its public part. */
function membersOf(pages: PageRecords): readonly Member[] {
  const known = lists.get(pages)
  if (known) return known
  const list = Object.entries(pages).map(([page, record]) => memberOf(page, record))
  lists.set(pages, list)
  return list
}

const members = new WeakMap<PageRecord, Member>()

function memberOf(page: string, record: PageRecord): Member {
  const known = members.get(record)
  // A page's second address has the same record.
  if (known?.page === page) return known
  const start = `${JSON.stringify(page)}:`
  // Joined, each is one flat string: a template literal would be put together again wherever it is used.
  const member = {
    page,
    whole: [start, JSON.stringify(record)].join(''),
    public: [start, JSON.stringify({ stamp: record.stamp })].join(''),
  }
  members.set(record, member)
  return member
}
