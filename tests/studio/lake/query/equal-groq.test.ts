import { assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument, type LakeDocument } from '../../../../studio/lake/document.ts'
import { LakeError } from '../../../../studio/lake/errors.ts'
import { runQuery } from '../../../../studio/lake/query/query.ts'
import { createCorpus, type Corpus, type ViewName } from '../../../../studio/lake/store/corpus.ts'
import { documents, PARAMS } from './arbitrary-documents.ts'
import { queries } from './arbitrary-queries.ts'
import { plainAnswer } from './plain-groq.ts'

const RUNS = Number(process.env['EQUAL_GROQ_RUNS'] ?? 3000)
const VIEWS: readonly ViewName[] = ['raw', 'published', 'drafts', 'public']
const TIMES = { _rev: 'r', _createdAt: '2025-01-01T00:00:00Z', _updatedAt: '2025-01-02T00:00:00Z' }

function corpusOf(rows: readonly { _id: string; _type: string; own: object }[]): Corpus {
  return createCorpus(
    rows.map(({ _id, _type, own }): LakeDocument => toDocument({ ...own, _id, _type, ...TIMES })),
  )
}

function textOf(answer: () => unknown): string | undefined {
  try {
    return JSON.stringify(answer())
  } catch (error) {
    if (error instanceof LakeError && error.type === 'queryTooLargeError') return undefined
    return 'fails'
  }
}

test(
  `every query has the answer that groq-js has by itself, ${RUNS} of them`,
  { timeout: RUNS * 100 },
  () => {
    let compared = 0
    assert(
      property(documents, queries, constantFrom(...VIEWS), (rows, query, view) => {
        const corpus = corpusOf(rows)
        const plain = textOf(() => plainAnswer(query, PARAMS, corpus.view(view)))
        const own = textOf(() => runQuery(corpus, { query, params: PARAMS, view }, { deadlineMs: 60_000 }))
        if (plain === 'fails' || own === undefined) return
        compared++
        expect(own).toBe(plain)
      }),
      { numRuns: RUNS },
    )
    expect(compared).toBeGreaterThan(RUNS * 0.8)
  },
)
