import type { Fields, LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { PERSPECTIVES, type Corpus, type Perspective, type ViewName } from '../store/corpus.ts'
import { createBudget, type BudgetOptions } from './budget.ts'
import type { Catalogue } from './candidates.ts'
import { Scope } from './evaluate/scope.ts'
import type { Step } from './evaluate/step.ts'
import { answerOf } from './evaluate/walk.ts'
import { evaluationError } from './groq.ts'
import { planOf } from './plans.ts'
import { documentTag, type SyncTag } from './sync-tags.ts'

export interface Query {
  query: string
  params: Fields
  view: ViewName
}

/** How long a query may take unless the lake is told otherwise. */
export const QUERY_DEADLINE_MS = 5000

type RunOptions = Partial<BudgetOptions> & {
  /** Gets the tags of all that the answer depends on. */
  reads?: Set<SyncTag>
}

/**
 * Answers a query from the documents as they are now.
 * @throws LakeError 400 when it cannot be answered, 504 when it takes too long
 */
export function runQuery(
  corpus: Corpus,
  { query, params, view: name }: Query,
  options: RunOptions = {},
): unknown {
  const { reads = new Set(), ...budget } = options
  const view = corpus.view(name)
  const find = (id: string): LakeDocument | undefined => {
    reads.add(documentTag(id))
    return view.get(id)
  }
  const catalogue = { view, referrers: corpus.referrers, words: corpus.words }
  return answer(
    () => planOf(query, params),
    { documents: view.all(), find, catalogue, params, reads },
    budget,
  )
}

interface On {
  params: Fields
  /** Looks up what a document refers to. */
  find: (id: string) => LakeDocument | undefined
}

/** Answers a query for which there is one document only. @throws LakeError as `runQuery` */
export function runOnDocument(plan: Step, document: LakeDocument, on: On, budget: BudgetOptions): unknown {
  const source = { ...on, documents: [document], catalogue: undefined, reads: new Set<SyncTag>() }
  return answer(() => plan, source, budget)
}

type Source = On & {
  documents: readonly LakeDocument[]
  catalogue: Catalogue | undefined
  reads: Set<SyncTag>
}

function answer(plan: () => Step, source: Source, options: Partial<BudgetOptions>): unknown {
  try {
    const budget = createBudget({ deadlineMs: QUERY_DEADLINE_MS, ...options })
    const scope = new Scope({ ...source, budget, timestamp: new Date() }, null, null)
    return answerOf(plan().run(scope), budget)
  } catch (error) {
    throw evaluationError(error)
  }
}

/**
 * Reads the `perspective` parameter; several are a stack, of which the lake knows drafts over published.
 * @throws LakeError 400 for a name that is none.
 */
export function parsePerspective(value: string | undefined, fallback: Perspective): Perspective {
  if (value === undefined || value === '') return fallback
  const names = value.split(',').map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  const known = names.filter((name) => PERSPECTIVES.some((perspective) => perspective === name))
  if (known.length < names.length || (names.length > 1 && names.includes('raw'))) {
    throw new LakeError(
      400,
      'invalidPerspective',
      `"${value}" is no perspective. Use published, drafts or raw.`,
    )
  }
  return PERSPECTIVES.find((name) => known.includes(name) && name !== 'published') ?? 'published'
}
