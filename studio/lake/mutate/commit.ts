import { randomBytes } from 'node:crypto'
import { publishedId } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { User } from '../http/caller.ts'
import type { Bus } from '../listen/bus.ts'
import { checkReleases } from '../releases/check-releases.ts'
import { isRelease } from '../releases/release.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Store } from '../store/store.ts'
import type { Change, Transaction } from '../store/transaction.ts'
import { noticesOf, type Webhook } from '../webhooks/webhook.ts'
import { checkReferences } from './check-references.ts'
import { checkSizes } from './check-size.ts'
import { openStage, type Stage } from './stage.ts'

interface CommitOptions {
  /** Chosen by the client, so that it recognises its own transaction; random otherwise. */
  transactionId?: string | undefined
  dryRun?: boolean
  kind: string
  user: User
}

/** Decides whether a user may write these changes. @throws LakeError where not */
export type Rule = (changes: readonly Change[], stage: Stage, user: User) => void

/** Commits transactions, one after the other. */
export interface Committer {
  /**
   * Lets `build` fill a stage and puts the result on disk, all or nothing, before it returns; then tells listeners.
   * A transaction id that is already on disk is a client repeating itself after a lost answer: nothing is built.
   * @throws LakeError as the stage, the rules and the checks of sizes, references and releases do.
   */
  commit: (options: CommitOptions, build: (stage: Stage) => void) => Transaction
}

export function createCommitter(
  store: Store,
  bus: Bus,
  webhooks: readonly Webhook[],
  rules: readonly Rule[] = [],
): Committer {
  return {
    commit: ({ transactionId, dryRun = false, kind, user }, build) => {
      const author = user.id
      const id = transactionId ?? randomBytes(11).toString('base64url')
      const at = store.nextTime()
      if (store.hasTransaction(id)) return { id, at, author, kind, changes: [] }

      const stage = openStage(store.corpus, { id, at, author })
      build(stage)
      const changes = stage.changes()
      for (const rule of rules) rule(changes, stage, user)
      checkSizes(store.corpus, changes)
      checkReferences(store.corpus, stage, changes)
      checkReleases(store.corpus, stage, changes)
      const transaction: Transaction = { id, at, author, kind, changes }
      if (dryRun || changes.length === 0) return transaction
      store.write(transaction, noticesOf(webhooks, transaction))
      bus.emit(transaction)
      return transaction
    },
  }
}

/**
 * Reserves documents of these types for administrators. A draft or version counts as the document it would replace,
 * whatever its own type, and a release as everything that goes live with it.
 */
export function administeredRule(corpus: Corpus, types: readonly string[]): Rule {
  return (changes, stage, user) => {
    if (user.role === 'administrator') return
    // What was scheduled counts as well: otherwise anybody could keep settings from going live.
    const scheduled = changes
      .flatMap(({ before, after }) => [before ?? undefined, after ?? undefined].filter(isRelease))
      .flatMap(({ name, state }) => (state === 'scheduled' ? stage.inRelease(name) : []))
    const ids = [...changes.map(({ id }) => id), ...scheduled.map(({ _id: id }) => id)]
    const documents = ids
      .flatMap((id) => [id, publishedId(id)])
      .flatMap((id) => [corpus.get(id), stage.get(id)])
    if (!documents.some((document) => document !== undefined && types.includes(document._type))) return
    throw new LakeError(
      403,
      'insufficientPermissionsError',
      'Settings are changed by administrators. Ask one of them. Nothing was changed.',
    )
  }
}
