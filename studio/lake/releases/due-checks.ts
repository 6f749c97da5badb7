import { setTimeout as pause } from 'node:timers/promises'
import type { Corpus } from '../store/corpus.ts'
import type { ReleaseCheck, Verdict } from './release-check.ts'
import type { Release } from './release.ts'

/** Checks of due releases, which may outlast the time that the scheduler waits for one. */
export interface DueChecks {
  /** The verdict on a release as it is now, from a running check if there is one; undefined while there is none. */
  ask: (release: Release) => Promise<Verdict | undefined>
  /** Reports that a release went live, after which all others are checked again. */
  wentLive: () => void
  /** Forgets the checks of all releases but these. */
  keep: (names: ReadonlySet<string>) => void
}

interface PendingCheck {
  /** What was looked at. */
  of: string
  verdict: Promise<Verdict>
  /** Until when it is waited for, in ms of this process. */
  until: number
}

/** @param patience how long each check is waited for, over all calls, in ms */
export function createDueChecks(
  corpus: Corpus,
  check: Pick<ReleaseCheck, 'ask'>,
  patience: number,
): DueChecks {
  const checks = new Map<string, PendingCheck>()
  let publishes = 0

  function begin(name: string, of: string): PendingCheck {
    const begun = { of, verdict: check.ask(name), until: performance.now() + patience }
    checks.set(name, begun)
    return begun
  }

  function contentOf({ name }: Release): string {
    const versions = [...corpus.versions.inRelease(name)].toSorted()
    return JSON.stringify([publishes, ...versions.map((id) => [id, corpus.get(id)?._rev])])
  }

  return {
    ask: async (release) => {
      const of = contentOf(release)
      const before = checks.get(release.name)
      const known = before?.of === of ? before : begin(release.name, of)
      const rest = Math.max(0, known.until - performance.now())
      let isPending = false
      try {
        const verdict = await Promise.race([known.verdict, pause(rest, undefined, { ref: false })])
        isPending = verdict === undefined
        return verdict
      } finally {
        if (!isPending && checks.get(release.name) === known) checks.delete(release.name)
      }
    },
    wentLive: () => void (publishes += 1),
    keep: (names) => {
      for (const name of checks.keys()) if (!names.has(name)) checks.delete(name)
    },
  }
}
