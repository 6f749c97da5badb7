import { Hono } from 'hono'
import { LakeError } from '../errors.ts'
import type { History } from '../history/history.ts'
import { kindOfActions, performActions } from '../mutate/actions.ts'
import { conflict } from '../mutate/content.ts'
import { releasesGoingLive, requireNothingBeside } from '../releases/release-actions.ts'
import type { ReleaseCheck, Verdict } from '../releases/release-check.ts'
import { callerIn } from './caller.ts'
import type { Dataset } from './dataset.ts'
import type { Guard } from './guard.ts'
import { readBody, replyJson } from './json.ts'
import { transactionIdOf } from './mutate-routes.ts'

/** How often a release that keeps changing is checked again. */
const MAX_ROUNDS = 3

interface Parts extends Pick<Dataset, 'corpus' | 'committer'> {
  check: ReleaseCheck
  history: Pick<History, 'lastOf'>
  guard: Guard
}

export function actionRoutes({ corpus, committer, check, history, guard }: Parts): Hono {
  const routes = new Hono()

  routes.post('/data/actions/production', async (c) => {
    const { actions, transactionId, dryRun } = await readBody(c)
    const commit = ({ isDry }: { isDry: boolean }) =>
      committer.commit(
        {
          transactionId: transactionIdOf(transactionId),
          dryRun: isDry,
          kind: kindOfActions(actions),
          user: guard.writerOf(callerIn(c)),
        },
        (stage) => performActions(stage, actions, history.lastOf),
      )
    const names = [...new Set(releasesGoingLive(actions))]
    if (names.length > 0 && check.isAsked) {
      requireNothingBeside(actions)
      // A check renders all pages, so refused and repeated requests get none.
      if (dryRun !== true && commit({ isDry: true }).changes.length > 0) await requireFit(names)
    }
    const transaction = commit({ isDry: dryRun === true })
    return replyJson(c, { transactionId: transaction.id })
  })

  /**
   * Makes sure that what was checked is what goes live: a release that changed during the checks is checked again, a
   * few times at most.
   * @throws LakeError 409 where a release that is to go live would break something or is still being written, 503
   * where that is not known
   */
  async function requireFit(names: readonly string[]): Promise<void> {
    const checked = new Map<string, string>()
    for (let round = 0; ; round += 1) {
      const changed = names.filter((name) => checked.get(name) !== revisionsIn(name))
      if (changed.length === 0) return
      if (round === MAX_ROUNDS) throw conflict(`Somebody is writing in the release "${changed[0]}" just now`)
      for (const name of changed) {
        checked.set(name, revisionsIn(name))
        requireGood(await check.ask(name))
      }
    }
  }

  function revisionsIn(name: string): string {
    return [name, ...[...corpus.versions.inRelease(name)].map((id) => corpus.get(id)?._rev)].join()
  }

  return routes
}

function requireGood(verdict: Verdict): void {
  if (verdict.kind === 'held') throw conflict(verdict.sentence.replace(/\.$/u, ''))
  if (verdict.kind === 'unknown') {
    throw new LakeError(503, 'releaseNotChecked', verdict.sentence, { retryAfter: 5 })
  }
}
