import type { DatabaseSync } from 'node:sqlite'
import { isDraftId, isRecord, isVersionId } from '../document.ts'
import { parseDocument } from '../history/records.ts'

/**
 * Finds everybody who wrote a draft or version since it was created, and whoever wrote the draft or version that it was
 * copied from. The history keeps a state by each of them as long as the draft or version lives.
 */
export function createAuthors(database: DatabaseSync): (id: string) => ReadonlySet<string> {
  const writers = database.prepare(`
    select distinct author from revisions join transactions using (seq)
    where document = :id and seq <= :until and seq > coalesce(
      (select max(seq) from revisions where document = :id and seq <= :until and json is null), 0)`)
  const stateAt = database.prepare(
    'select json from revisions where document = ? and seq <= ? order by seq desc limit 1',
  )
  const seqOf = database.prepare('select seq from transactions where id = ?')

  /** The draft or version that this one is a copy of, and when it was copied. */
  function baseOf(id: string, until: number): [id: string, until: number] | undefined {
    const system = parseDocument(stateAt.get(id, until)?.['json'])?.['_system']
    const base = isRecord(system) && isRecord(system['base']) ? system['base'] : {}
    const { id: baseId, rev } = base
    if (typeof baseId !== 'string' || typeof rev !== 'string') return undefined
    if (!isDraftId(baseId) && !isVersionId(baseId)) return undefined
    return [baseId, Number(seqOf.get(rev)?.['seq'] ?? until)]
  }

  return (id) => {
    const authors = new Set<string>()
    const read = new Set<string>()
    let copied: [id: string, until: number] | undefined = [id, Number.MAX_SAFE_INTEGER]
    while (copied !== undefined && !read.has(copied[0])) {
      const [documentId, until] = copied
      read.add(documentId)
      for (const { author } of writers.all({ id: documentId, until })) authors.add(String(author))
      copied = baseOf(documentId, until)
    }
    return authors
  }
}
