import { isDeepStrictEqual } from 'node:util'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'

interface Copy {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
}

/** What a transfer would do: ids of documents. What only the target has stays there. */
export interface Difference {
  added: string[]
  changed: string[]
  /** Changed, and edited later in the target than in the source. */
  newer: string[]
  same: number
  onlyInTarget: string[]
}

// Asset documents come with the documents that show them; those of the system belong to a project.
const CONTENT =
  '*[!(_type in ["sanity.imageAsset", "sanity.fileAsset"]) && !(_type match "system.*") && !(_id in path("_.**")) && !(_id in path("versions.**"))]'

/** Compares two datasets by content: revisions and times differ in every copy. */
export async function compare(source: Dataset, target: Dataset): Promise<Difference> {
  const [from, to] = await Promise.all([read(source), read(target)])
  const there = new Map(to.map((document) => [document._id, document]))
  const difference: Difference = { added: [], changed: [], newer: [], same: 0, onlyInTarget: [] }
  for (const document of from) {
    const other = there.get(document._id)
    there.delete(document._id)
    if (other === undefined) difference.added.push(document._id)
    else if (isDeepStrictEqual(contentOf(document), contentOf(other))) difference.same++
    else if (Date.parse(other._updatedAt) > Date.parse(document._updatedAt))
      difference.newer.push(document._id)
    else difference.changed.push(document._id)
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
