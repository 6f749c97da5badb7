import type { Fields, LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import { PERSPECTIVES, type Corpus, type Perspective, type ViewName } from '../store/corpus.ts'
import type { Stack } from '../store/stacks.ts'
import { createBudget, type BudgetOptions } from './budget.ts'
import type { Catalogue } from './candidates.ts'
import { Scope } from './evaluate/scope.ts'
import type { Step } from './evaluate/step.ts'
import { answerOf } from './evaluate/walk.ts'
import { evaluationError, NOBODY } from './groq.ts'
import { planOf } from './plans.ts'
import { documentTag, type SyncTag } from './sync-tags.ts'

export interface Query {
  query: string
  params: Fields
  view: ViewName
}

/** How long a query may take by default. */
export const QUERY_DEADLINE_MS = 5000

type RunOptions = Partial<BudgetOptions> & {
  /** Receives the sync tags of everything that the answer depends on. */
  reads?: Set<SyncTag>
  /** Id of whoever asks; nobody in particular unless said otherwise. */
  identity?: string
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
  const { reads = new Set(), identity = NOBODY, ...budget } = options
  const view = corpus.view(name)
  const find = (id: string): LakeDocument | undefined => {
    reads.add(documentTag(id))
    return view.get(id)
  }
  const { referrers, versions, words } = corpus
  const catalogue = { view, referrers, versions, words }
  return answer(
    () => planOf(query, params),
    { documents: view.all, find, catalogue, params, reads, identity },
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
  const documents = [document]
  const source = {
    ...on,
    documents: () => documents,
    catalogue: undefined,
    reads: new Set<SyncTag>(),
    identity: NOBODY,
  }
  return answer(() => plan, source, budget)
}

type Source = On & {
  documents: () => readonly LakeDocument[]
  catalogue: Catalogue | undefined
  reads: Set<SyncTag>
  identity: string
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

/** Most releases in a stack: more than the Studio ever shows, and few enough to look up each. */
const MAX_STACK = 100
const RELEASE_NAME = /^[\w-]{1,64}$/

/**
 * Reads the `perspective` parameter: a name, or a stack of releases, of drafts and of what is published. A release in
 * a stack need not be there, as a Studio may still show one that has just gone.
 * @throws LakeError 400 for a name that can be none, and for a stack that is too high
 */
export function parsePerspective(value: string | undefined, fallback: Perspective): Perspective | Stack {
  if (value === undefined || value === '') return fallback
  const names = value.split(',').map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  const isStack = names.every((name) => RELEASE_NAME.test(name)) && names.length <= MAX_STACK
  if (!isStack || (names.length > 1 && names.includes('raw'))) throw noPerspective(value)
  // Layers below the published one are never seen.
  const end = names.indexOf('published')
  const stack = [...new Set(end === -1 ? names : names.slice(0, end))]
  if (stack.length === 0) return 'published'
  const single = stack.length === 1 ? PERSPECTIVES.find((name) => name === stack[0]) : undefined
  return single ?? stack
}

export function noPerspective(value: string): LakeError {
  return new LakeError(
    400,
    'invalidPerspective',
    `"${value.slice(0, 200)}" is no perspective. Use published, drafts, raw, or up to ${MAX_STACK} releases over drafts.`,
  )
}
