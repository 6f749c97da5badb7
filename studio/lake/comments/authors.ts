import type { DatabaseSync } from 'node:sqlite'
import { isDraftId, isRecord, isVersionId } from '../document.ts'
import { createHistory } from '../history/history.ts'

interface Written {
  id: string
  revision: string
}

/**
 * Finds everybody who wrote a draft or version since it was created, and whoever wrote the draft or version that it was
 * copied from. The history keeps a state by each of them as long as the draft or version lives.
 */
export function createAuthors(database: DatabaseSync): (written: Written) => ReadonlySet<string> {
  const { documentAt } = createHistory(database)
  // Of a revision that is no longer kept, all that came later counts as well.
  const writers = database.prepare(`
    with told as (
      select author, revisions.json, seq from revisions join transactions using (seq)
      where document = :id
        and seq <= coalesce((select seq from transactions where id = :revision), 9e15)
    )
    select distinct author from told where seq > coalesce((select max(seq) from told where json is null), 0)`)

  /** The draft or version that this one is a copy of, as it was copied. */
  function baseOf({ id, revision }: Written): Written | undefined {
    const system = documentAt(id, { revision })?.['_system']
    const base = isRecord(system) && isRecord(system['base']) ? system['base'] : {}
    const { id: baseId, rev } = base
    if (typeof baseId !== 'string' || typeof rev !== 'string') return undefined
    return isDraftId(baseId) || isVersionId(baseId) ? { id: baseId, revision: rev } : undefined
  }

  return (written) => {
    const authors = new Set<string>()
    const read = new Set<string>()
    let next: Written | undefined = written
    while (next !== undefined && !read.has(next.id)) {
      read.add(next.id)
      for (const { author } of writers.all({ ...next })) authors.add(String(author))
      next = baseOf(next)
    }
    return authors
  }
}
