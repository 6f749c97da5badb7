import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../../contract/operational-error.ts'
import { AttemptFailed, waitAfter as defaultWait } from '../../delivery/attempt.ts'
import type { Target, TargetRelease } from './target.ts'

/** How one attempt ended, for the release's receipt. */
export interface TargetReport {
  target: string
  release: string
  /** `trying` when another attempt follows. */
  state: 'delivered' | 'trying' | 'failed'
  /** What is wrong and what to do; absent when delivered. */
  message?: string
  /** Time since the release was given, in ms. */
  took: number
}

export interface TargetQueueOptions {
  targets: readonly Target[]
  onReport: (report: TargetReport) => void
  /** Whether this node delivers now. A release that waits for that counts as neither failed nor reported. */
  mayDeliver: () => boolean
  waitAfter?: (attempt: number) => number | undefined
  stopLimitMs?: number
}

/** Brings releases to all targets, in the background. */
export interface TargetQueue {
  /** Delivers a release to each target. One that still waits is dropped, as the newer one includes it. */
  send(release: TargetRelease): void
  /** Drops what waits and aborts what is under way, as another node delivers from now on. */
  halt(): void
  /**
   * Resolves once nothing is under way, or after a few seconds. What was cut off is left to the next start, which sends
   * the release of that moment.
   */
  stop(): Promise<void>
}

interface Lane {
  next: { release: TargetRelease; at: number } | undefined
  superseded: AbortController
  ended: Promise<void> | undefined
}

/** How often it is checked whether this node may deliver again. */
const ASK_AGAIN_MS = 1_000

/**
 * Delivers one release at a time to each target. After a failure it tries the newest, with growing pauses in between.
 */
export function startTargetQueue(options: TargetQueueOptions): TargetQueue {
  const { targets, onReport, mayDeliver, waitAfter = defaultWait, stopLimitMs = 5_000 } = options
  const lanes = new Map<Target, Lane>(
    targets.map((target) => [
      target,
      { next: undefined, superseded: new AbortController(), ended: undefined },
    ]),
  )

  let isStopped = false
  let halts = 0

  async function run(target: Target, lane: Lane): Promise<void> {
    for (let job = lane.next; job; job = lane.next) {
      lane.next = undefined
      lane.superseded = new AbortController()
      await bring(target, job, lane.superseded.signal)
    }
    lane.ended = undefined
  }

  async function bring(
    target: Target,
    { release, at }: { release: TargetRelease; at: number },
    superseded: AbortSignal,
  ): Promise<void> {
    const haltsBefore = halts
    const mayGoOn = (): boolean => halts === haltsBefore && mayDeliver()
    let attempt = 1
    while (!superseded.aborted) {
      if (!mayGoOn()) {
        await pause(ASK_AGAIN_MS, superseded)
        continue
      }
      const failure = await target.deliver(release, superseded, mayGoOn).then(() => undefined, asFailure)
      if (failure && superseded.aborted) return
      if (failure && !mayGoOn()) continue
      const wait = failure && !failure.isPermanent ? waitAfter(attempt) : undefined
      onReport({
        target: target.name,
        release: release.manifest.id,
        took: performance.now() - at,
        ...(failure
          ? { state: wait === undefined ? 'failed' : 'trying', message: failure.message }
          : { state: 'delivered' }),
      })
      if (wait === undefined) return
      await pause(wait, superseded)
      attempt += 1
    }
  }

  function send(release: TargetRelease): void {
    if (isStopped) return
    for (const [target, lane] of lanes) {
      lane.next = { release, at: performance.now() }
      lane.superseded.abort()
      lane.ended ??= run(target, lane)
    }
  }

  function dropAll(): void {
    for (const lane of lanes.values()) {
      lane.next = undefined
      lane.superseded.abort()
    }
  }

  function halt(): void {
    halts += 1
    dropAll()
  }

  async function stop(): Promise<void> {
    isStopped = true
    dropAll()
    const ended = [...lanes.values()].flatMap((lane) => lane.ended ?? [])
    await Promise.race([Promise.all(ended), delay(stopLimitMs, undefined, { ref: false })])
  }
  return { send, halt, stop }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

function asFailure(error: unknown): AttemptFailed {
  return error instanceof AttemptFailed ? error : new AttemptFailed(messageOf(error), { cause: error })
}
