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
    documents: kept.documents(documents).whole,
    ...(titles && { titles: kept.titles(titles).whole }),
    pages: kept.pages(pages).whole,
  })
}

/** The same for what everybody may read of it. */
export function serializePublicManifest(manifest: ManifestParts): Uint8Array[] {
  const { pages: _, ...rest } = publicManifest({ ...manifest, pages: {} })
  return join(rest, { pages: kept.pages(manifest.pages).stamps })
}

const kept = {
  documents: serializer<string, 'whole'>({ whole: JSON.stringify }),
  titles: serializer<string, 'whole'>({ whole: JSON.stringify }),
  pages: serializer<ManifestParts['pages'][string], 'whole' | 'stamps'>({
    whole: JSON.stringify,
    stamps: ({ stamp }) => JSON.stringify({ stamp }),
  }),
}

/** As many entries as are encoded together. */
const CHUNK = 64

type Entries<Value> = Readonly<Record<string, Value>>

interface Chunk<Value, Form extends string> {
  keys: readonly string[]
  values: readonly (Value | undefined)[]
  bytes: Record<Form, Uint8Array>
}

/**
 * Serializes the entries of one object after another in these forms, and keeps the bytes of the last: a chunk is
 * encoded anew where one of its values is not the same, or not the same object.
 */
function serializer<Value, Form extends string>(
  forms: Record<Form, (value: Value) => string>,
): (entries: Entries<Value>) => Record<Form, Uint8Array[]> {
  let last: { entries?: Entries<Value>; chunks: Chunk<Value, Form>[] } = { chunks: [] }

  function chunksOf(entries: Entries<Value>): Chunk<Value, Form>[] {
    const names = Object.keys(entries)
    const chunks: Chunk<Value, Form>[] = []
    for (let from = 0; from < names.length; from += CHUNK) {
      const keys = names.slice(from, from + CHUNK)
      const known = last.chunks[chunks.length]
      chunks.push(known && isSame(known, keys, entries) ? known : encode(keys, entries, from > 0))
    }
    return chunks
  }

  function encode(keys: readonly string[], entries: Entries<Value>, isFurther: boolean): Chunk<Value, Form> {
    const bytes = mapValues(forms, (textOf) => {
      const texts = keys.map((key) => `${JSON.stringify(key)}:${textOf(entries[key] as Value)}`)
      return Buffer.from((isFurther ? ',' : '') + texts.join(','))
    })
    return { keys, values: keys.map((key) => entries[key]), bytes }
  }

  return (entries) => {
    if (last.entries !== entries) last = { entries, chunks: chunksOf(entries) }
    return mapValues(forms, (_, form) => last.chunks.map(({ bytes }) => bytes[form]))
  }
}

function isSame<Value>(
  chunk: Pick<Chunk<Value, string>, 'keys' | 'values'>,
  keys: readonly string[],
  entries: Entries<Value>,
): boolean {
  return (
    chunk.keys.length === keys.length &&
    keys.every((key, at) => chunk.keys[at] === key && chunk.values[at] === entries[key])
  )
}

function mapValues<Key extends string, Value, Result>(
  object: Record<Key, Value>,
  change: (value: Value, key: Key) => Result,
): Record<Key, Result> {
  const entries = Object.entries(object) as [Key, Value][]
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)])) as Record<Key, Result>
}

/** An object with these fields, and these entries of further ones. */
function join(rest: object, long: Readonly<Record<string, readonly Uint8Array[]>>): Uint8Array[] {
  const parts: Uint8Array[] = [Buffer.from(JSON.stringify(rest).slice(0, -1))]
  for (const [name, entries] of Object.entries(long))
    parts.push(Buffer.from(`,${JSON.stringify(name)}:{`), ...entries, CLOSE)
  return [...parts, CLOSE]
}

const CLOSE = Buffer.from('}')
