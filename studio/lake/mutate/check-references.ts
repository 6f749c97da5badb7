import { LakeError } from '../errors.ts'
import type { Corpus } from '../store/corpus.ts'
import { strongReferences } from '../store/references.ts'
import type { Change } from '../store/transaction.ts'
import type { Stage } from './stage.ts'

/**
 * Keeps strong references whole: their target must exist, and can't be deleted while it is referred to. References that
 * were broken before are left alone, so that a document with one can still be edited.
 *
 * @throws LakeError 409 naming the documents at both ends.
 */
export function checkReferences(corpus: Corpus, stage: Stage, changes: readonly Change[]): void {
  for (const change of changes) {
    requireTargets(stage, change)
    if (change.after === null) requireUnreferenced(corpus, stage, change.id)
  }
}

function requireTargets(stage: Stage, { id, before, after }: Change): void {
  if (after === null) return
  const known = before === null ? new Set<string>() : strongReferences(before)
  for (const target of strongReferences(after)) {
    if (known.has(target) || stage.get(target) !== undefined) continue
    const description = `Document "${id}" references non-existent document "${target}"`
    throw refusal(description, {
      type: 'documentReferencesNonExistentDocumentError',
      id,
      referenceID: target,
    })
  }
}

function requireUnreferenced(corpus: Corpus, stage: Stage, id: string): void {
  const referencingIDs = [...corpus.referrers(id)].filter((referrer) => {
    const document = stage.get(referrer)
    return referrer !== id && document !== undefined && strongReferences(document).has(id)
  })
  if (referencingIDs.length === 0) return
  const description = `Document "${id}" cannot be deleted as there are references to it from "${referencingIDs[0]}"`
  throw refusal(description, { type: 'documentHasExistingReferencesError', id, referencingIDs })
}

function refusal(description: string, error: Record<string, unknown>): LakeError {
  return new LakeError(409, 'mutationError', `The mutation(s) failed: ${description}`, {
    items: [{ error: { description, ...error }, index: 0 }],
  })
}
