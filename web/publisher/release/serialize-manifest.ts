import type { PageRecord, PageRecords } from './page-records.ts'
import { publicManifest, type ManifestParts } from './public-manifest.ts'

/*
 * Serializing a thousand pages would take 4 ms with every publish. The record of an unchanged page is the same object,
 * so each is serialized once.
 */

/** As `JSON.stringify` does it, with the pages last. */
export function serializeManifest({ pages, ...rest }: { pages: PageRecords }): Uint8Array {
  return Buffer.concat([Buffer.from(beginning(rest)), ...encodedMembers(membersOf(pages)), Buffer.from(END)])
}

/** As many pages as are encoded together. */
const CHUNK = 64
const COMMA = Buffer.from(',')

/**
 * Encoded in chunks, of which all but those with a changed page are kept: the text of a thousand pages is so large that
 * joining it takes 3 ms, most of it the system's, to find memory.
 */
function encodedMembers(list: readonly Member[]): Uint8Array[] {
  const encoded: Uint8Array[] = []
  for (let from = 0; from < list.length; from += CHUNK) {
    if (from > 0) encoded.push(COMMA)
    encoded.push(bytesOf(list.slice(from, from + CHUNK)))
  }
  return encoded
}

interface Chunk {
  members: readonly Member[]
  bytes: Uint8Array
}

/** By the first member. */
const chunks = new WeakMap<Member, Chunk>()

function bytesOf(members: readonly Member[]): Uint8Array {
  const [first] = members
  const known = first && chunks.get(first)
  if (known?.members.length === members.length && known.members.every((one, at) => one === members[at]))
    return known.bytes
  const bytes = Buffer.from(members.map(({ whole }) => whole).join(','))
  if (first) chunks.set(first, { members, bytes })
  return bytes
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
