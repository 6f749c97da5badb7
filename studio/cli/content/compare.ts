import { isDeepStrictEqual } from 'node:util'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'
import { alikeOnceClean, type Pair } from './svg-pictures.ts'

interface Copy {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
}

/** What a transfer would do, by document ids. Documents that only the target has stay. */
export interface Difference {
  added: string[]
  changed: string[]
  /** Changed, and edited later in the target than in the source. */
  newer: string[]
  same: number
  onlyInTarget: string[]
  /** The revisions of the target's documents that were compared with, by id. */
  revisions: ReadonlyMap<string, string>
}

// Asset documents come with the documents that show them; those of the system belong to a project.
const CONTENT =
  '*[!(_type in ["sanity.imageAsset", "sanity.fileAsset"]) && !(_type match "system.*") && !(_id in path("_.**")) && !(_id in path("versions.**"))]'

/** Compares two datasets by content: revisions, times and ids of cleaned pictures differ in every copy. */
export async function compare(source: Dataset, target: Dataset): Promise<Difference> {
  const [from, to] = await Promise.all([read(source), read(target)])
  const there = new Map(to.map((document) => [document._id, document]))
  const revisions = new Map(to.map(({ _id, _rev }) => [_id, _rev]))
  const difference: Difference = { added: [], changed: [], newer: [], same: 0, onlyInTarget: [], revisions }
  const differing: { id: string; pair: Pair; isNewer: boolean }[] = []
  for (const document of from) {
    const { _id: id } = document
    const other = there.get(id)
    if (other === undefined) {
      difference.added.push(id)
      continue
    }
    there.delete(id)
    const pair = [contentOf(document), contentOf(other)] as const
    const isNewer = Date.parse(other._updatedAt) > Date.parse(document._updatedAt)
    if (isDeepStrictEqual(...pair)) difference.same++
    else differing.push({ id, pair, isNewer })
  }
  const pairs = differing.map(({ pair }) => pair)
  const alike = await alikeOnceClean(source, target, pairs)
  for (const { id, pair, isNewer } of differing) {
    if (alike.has(pair)) difference.same++
    else if (isNewer) difference.newer.push(id)
    else difference.changed.push(id)
  }
  difference.onlyInTarget.push(...there.keys())
  return difference
}

async function read({ client, name }: Dataset): Promise<Copy[]> {
  try {
    return await client.fetch<Copy[]>(CONTENT)
  } catch (error) {
    throw new OperationalError(`Could not read ${name}: ${messageOf(error)}`, { cause: error })
  }
}

function contentOf({ _rev, _createdAt, _updatedAt, ...content }: Copy): Record<string, unknown> {
  return content
}
