import { createHash } from 'node:crypto'
import { documentTypes, faults, type StoredDocument } from './check.ts'
import type { ContentSource } from './client.ts'
import type { Content } from './content.ts'
import * as queries from './queries.ts'
import { fillReferences } from './references.ts'

/** Everything that one render needs, read at one moment in one perspective. */
export interface Snapshot {
  content: Content
  /** Hash of the `_id`/`_rev` pairs of all documents read. */
  stamp: string
  documents: { _id: string; _rev: string }[]
}

export type Perspective = 'published' | 'drafts'

/** One query for the whole site: its parts can't be of different moments. */
const snapshotQuery = `{
  "content": {${Object.entries(queries)
    .map(([name, query]) => `"${name.replace(/Query$/, '')}": ${query}`)
    .join(',')}},
  "documents": *[_type in $types] | order(_id),
  "assets": *[_type in ["sanity.imageAsset", "sanity.fileAsset"]]._id
}`

interface Answer {
  content: Content
  documents: StoredDocument[]
  assets: string[]
}

/** Reads and checks all content. Returns the faults as sentences that name the source. */
export async function readSnapshot(
  source: ContentSource,
  perspective: Perspective = 'published',
): Promise<Snapshot | string[]> {
  const answer = await source.client
    .fetch<Answer>(snapshotQuery, { types: documentTypes }, { perspective })
    .catch((error: unknown) => error)
  if (!isAnswer(answer)) {
    const reason = answer instanceof Error ? answer.message : String(answer)
    return [
      `Could not read ${source.name}: ${reason}. Check that it is running and reachable, then build again.`,
    ]
  }
  if (answer.documents.length === 0) {
    return [
      `${source.name} holds no documents of this site, not even “settings”. Import the launch content from studio/seed, then build again.`,
    ]
  }
  const found = faults(answer.documents, answer.assets)
  if (found.length > 0) return found.map((fault) => `In ${source.name}: ${fault}`)
  const documents = answer.documents.map(({ _id, _rev }) => ({ _id, _rev }))
  const stamp = createHash('sha256').update(JSON.stringify(documents)).digest('hex').slice(0, 16)
  return { content: fillReferences(answer.content), stamp, documents }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'documents' in value && Array.isArray(value.documents)
}
