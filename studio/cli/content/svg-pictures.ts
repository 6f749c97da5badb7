import { isDeepStrictEqual } from 'node:util'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import { cleanSvg } from '../../lake/assets/svg.ts'
import type { Dataset } from './datasets.ts'

/** What a document says in the source, and in the target. */
export type Pair = readonly [from: Fields, to: Fields]

type Fields = Record<string, unknown>

const SVG = /^image-.+-svg$/u
const READ_MS = 30_000

/**
 * The pairs that differ only in the ids of SVG pictures that are equal once cleaned: a lake that cleans uploads holds
 * other bytes than the dataset they came from.
 * @throws OperationalError when a dataset can't be read
 */
export async function alikeOnceClean(
  source: Dataset,
  target: Dataset,
  pairs: readonly Pair[],
): Promise<ReadonlySet<Pair>> {
  // Pictures are fetched only where they decide.
  const likely = pairs.filter((pair) => areAlike(pair, new Map(), new Map(), ''))
  const ours = likely.map(([from]) => from)
  const theirs = likely.map(([, to]) => to)
  const [here, there] = await Promise.all([cleanPictures(source, ours), cleanPictures(target, theirs)])
  return new Set(likely.filter((pair) => areAlike(pair, here, there)))
}

type Pictures = ReadonlyMap<string, string>

/** @param other what stands for pictures that are in neither; their ids without it */
function areAlike([from, to]: Pair, here: Pictures, there: Pictures, other?: string): boolean {
  const one = withPictures(from, (id) => here.get(id) ?? other ?? id)
  return isDeepStrictEqual(
    one,
    withPictures(to, (id) => there.get(id) ?? other ?? id),
  )
}

/** A copy with something else in place of each SVG picture's id. */
function withPictures(fields: unknown, replace: (id: string) => string): unknown {
  return JSON.parse(JSON.stringify(fields), (key, value: unknown) =>
    key === '_ref' && typeof value === 'string' && SVG.test(value) ? replace(value) : value,
  )
}

/** The clean form of each picture in use, by id; none for pictures that a lake would refuse. */
async function cleanPictures({ client, name }: Dataset, documents: readonly Fields[]): Promise<Pictures> {
  const ids: string[] = []
  withPictures(documents, (id) => {
    ids.push(id)
    return id
  })
  if (ids.length === 0) return new Map()
  const assets = await client
    .fetch<{ _id: string; url: string }[]>('*[_id in $ids && defined(url)]{_id, url}', { ids })
    .catch((error: unknown) => {
      throw new OperationalError(`Could not read the pictures of ${name}: ${messageOf(error)}`, {
        cause: error,
      })
    })
  const clean = await Promise.all(assets.map(async ({ _id: id, url }) => [id, await cleanText(url)] as const))
  return new Map(clean.flatMap(([id, text]) => (text === undefined ? [] : [[id, text]])))
}

async function cleanText(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READ_MS) })
    return response.ok ? cleanSvg(Buffer.from(await response.arrayBuffer())).toString() : undefined
  } catch {
    return undefined
  }
}
