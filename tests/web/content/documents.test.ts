import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import type { ContentSource } from '../../../web/content/client.ts'
import { createReader, type StoredDocument } from '../../../web/content/documents.ts'

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`

function document(id: string, revision: number, minute: number): StoredDocument {
  return { _id: id, _type: 'page', _rev: `${id}-${revision}`, _updatedAt: at(minute) }
}

/** A source of these documents, and since when each read asked for what changed. */
function sourceOf(documents: Map<string, StoredDocument>) {
  const asked: string[] = []
  const fetch = async (_query: string, { since }: { since: string }) => {
    asked.push(since)
    const all = [...documents.values()]
    return {
      revisions: all.map(({ _id, _rev }) => ({ _id, _rev })),
      changed: all.filter(({ _updatedAt }) => _updatedAt >= since),
    }
  }
  const source: ContentSource = { name: 'memory', client: { fetch } as unknown as SanityClient }
  return { source, asked }
}

test('after a clock was set back, all is read once more, and then what changed alone', async () => {
  const documents = new Map([['a', document('a', 1, 50)]])
  documents.set('b', document('b', 1, 10))
  const { source, asked } = sourceOf(documents)
  const read = createReader(source)
  await read()
  documents.delete('a')
  documents.set('b', document('b', 2, 20))
  expect((await read()).get('b')?._rev).toBe('b-2')
  documents.set('b', document('b', 3, 30))
  expect((await read()).get('b')?._rev).toBe('b-3')
  expect(asked).toEqual(['', at(50), '', at(20)])
})
