import type { PageRecord, PageRecords } from './page-records.ts'
import { publicManifest, type ManifestParts } from './public-manifest.ts'

/*
 * Serializing a thousand pages would take 4 ms with every publish. The record of an unchanged page is the same object,
 * so each is serialized once.
 */

/** As `JSON.stringify` does it, with the pages last. */
export function serializeManifest({ pages, ...rest }: { pages: PageRecords }): Uint8Array {
  const members = Buffer.concat(membersOf(pages).map(({ whole }) => whole))
  return Buffer.concat([Buffer.from(beginning(rest)), members.subarray(COMMA.length), Buffer.from(END)])
}

/** The same for what everybody may read of it. */
export function serializePublicManifest(manifest: ManifestParts & { pages: PageRecords }): string {
  const { pages: _, ...rest } = publicManifest({ ...manifest, pages: {} })
  const members = membersOf(manifest.pages).map((member) => member.public)
  return beginning(rest) + members.join('').slice(COMMA.length) + END
}

const COMMA = ','
const END = '}}'

function beginning(rest: object): string {
  return `${JSON.stringify(rest).slice(0, -1)},"pages":{`
}

/** The entry of a page in a manifest and in its public part, each with a comma before it. */
interface Member {
  page: string
  whole: Buffer
  public: string
}

const members = new WeakMap<PageRecord, Member>()

function membersOf(pages: PageRecords): Member[] {
  return Object.entries(pages).map(([page, record]) => {
    const known = members.get(record)
    // A page's second address has the same record.
    if (known?.page === page) return known
    const start = [COMMA, JSON.stringify(page), ':']
    const member = {
      page,
      whole: Buffer.from([...start, JSON.stringify(record)].join('')),
      public: [...start, JSON.stringify({ stamp: record.stamp })].join(''),
    }
    members.set(record, member)
    return member
  })
}
