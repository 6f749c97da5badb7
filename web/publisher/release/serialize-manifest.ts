import { publicManifest, type ManifestParts } from './public-manifest.ts'

/*
 * A publish changes few entries of what may be thousands. Those of the last manifest are kept as bytes, in chunks:
 * serializing all of them anew takes 4 ms for a thousand pages, and finding memory for the whole text 3 ms.
 */

/** The fields of a manifest that have an entry for each page or document. */
interface LongFields extends Pick<ManifestParts, 'id' | 'documents' | 'pages'> {
  titles?: Readonly<Record<string, string>> | undefined
}

/** As `JSON.stringify` does it, with the long fields last; in parts, to be written one after the other. */
export function serializeManifest({ documents, titles, pages, ...rest }: LongFields): Uint8Array[] {
  return join(rest, {
    documents: kept.documents(documents),
    ...(titles && { titles: kept.titles(titles) }),
    pages: kept.pages(pages),
  })
}

/** The same for what everybody may read of it. */
export function serializePublicManifest(manifest: ManifestParts): Uint8Array[] {
  const { pages: _, ...rest } = publicManifest({ ...manifest, pages: {} })
  return join(rest, { pages: kept.stamps(manifest.pages) })
}

const kept = {
  documents: serializer<string>(JSON.stringify),
  titles: serializer<string>(JSON.stringify),
  pages: serializer<ManifestParts['pages'][string]>(JSON.stringify),
  stamps: serializer<ManifestParts['pages'][string]>(({ stamp }) => JSON.stringify({ stamp })),
}

/** As many entries as are encoded together. */
const CHUNK = 64

interface Chunk<Value> {
  keys: readonly string[]
  values: readonly (Value | undefined)[]
  bytes: Uint8Array
}

/**
 * Serializes the entries of one object after another, and keeps the bytes of the last: a chunk is encoded anew where
 * one of its values is not the same, or not the same object.
 */
function serializer<Value>(
  textOf: (value: Value) => string,
): (entries: Readonly<Record<string, Value>>) => Uint8Array[] {
  let last: Chunk<Value>[] = []

  return (entries) => {
    const names = Object.keys(entries)
    const chunks: Chunk<Value>[] = []
    for (let from = 0; from < names.length; from += CHUNK) {
      const keys = names.slice(from, from + CHUNK)
      const known = last[chunks.length]
      if (known && isSame(known, keys, entries)) {
        chunks.push(known)
        continue
      }
      const values = keys.map((key) => entries[key])
      const texts = keys.map((key) => `${JSON.stringify(key)}:${textOf(entries[key] as Value)}`)
      const bytes = Buffer.from((from > 0 ? ',' : '') + texts.join(','))
      chunks.push({ keys, values, bytes })
    }
    last = chunks
    return chunks.map(({ bytes }) => bytes)
  }
}

function isSame<Value>(
  chunk: Chunk<Value>,
  keys: readonly string[],
  entries: Readonly<Record<string, Value>>,
): boolean {
  if (chunk.keys.length !== keys.length) return false
  return keys.every((key, at) => chunk.keys[at] === key && chunk.values[at] === entries[key])
}

/** An object with these fields, and these entries of further ones. */
function join(rest: object, long: Readonly<Record<string, readonly Uint8Array[]>>): Uint8Array[] {
  const parts: Uint8Array[] = [Buffer.from(JSON.stringify(rest).slice(0, -1))]
  for (const [name, entries] of Object.entries(long))
    parts.push(Buffer.from(`,${JSON.stringify(name)}:{`), ...entries, CLOSE)
  return [...parts, CLOSE]
}

const CLOSE = Buffer.from('}')
