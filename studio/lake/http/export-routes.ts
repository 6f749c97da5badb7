import { Hono } from 'hono'
import type { Corpus } from '../store/corpus.ts'
import { forReader } from './reply.ts'

/** All documents, one a line: what `@sanity/export` reads. */
export function exportRoutes(corpus: Corpus): Hono {
  const routes = new Hono()
  routes.get('/data/export/production', (c) => {
    const types = c.req.query('types')?.split(',')
    const documents = corpus
      .view('raw')
      .all()
      .filter(({ _type }) => types === undefined || types.includes(_type))
    const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('')
    return c.body(forReader(c, lines), 200, { 'content-type': 'application/x-ndjson' })
  })
  return routes
}
