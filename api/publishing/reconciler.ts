import { isContentError, type RunFailure } from '../contract/content-error.ts'
import { isOperational, messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'
import type { NodeState } from '../store/publishing/node-state.ts'
import type { ServedRelease } from '../store/publishing/release-files.ts'
import { createBackOff } from './back-off.ts'
import type { Leadership, LeaderWork } from './leadership.ts'

/** Callbacks by which publishing follows the state of all nodes. Each is called alone, and again if it rejects. */
export interface NodeWork extends LeaderWork {
  /** Visitors shall get this release. */
  serve(served: ServedRelease): Promise<void>
}

/** Brings this node in line with the state that all nodes share. */
export interface Reconciler {
  /** As it was read last; undefined before the first time. */
  state(): NodeState | undefined
  /** What keeps this node from serving what the others do; undefined while it does. */
  unserved(this: void): RunFailure | undefined
  /** Reads the state and does what it calls for: one pass at a time, and one more for all news meanwhile. Never rejects. */
  reconcile(this: void): Promise<void>
  /** The pass that is under way, if one is. */
  underWay(): Promise<void> | undefined
}

interface Options {
  read: () => Promise<NodeState>
  /** What publishing does here; undefined while this node takes no part. */
  work: () => NodeWork | undefined
  leadership: Pick<Leadership, 'settle'>
  logOnce: (what: string, error: unknown) => void
  log: Pick<Log, 'error'>
}

/** Pauses before something that keeps failing is tried again. */
export const RETRY = { firstMs: 500, maxMs: 60_000 }

export function createReconciler(options: Options): Reconciler {
  const { read, work: currentWork, leadership, logOnce, log } = options
  let state: NodeState | undefined
  let passes: Promise<void> | undefined
  let isDue = false
  const isNews = createNews()
  const serving = createServing(log)

  async function pass(): Promise<void> {
    const work = currentWork()
    if (!work) return
    state = await read()
    await leadership.settle(work, state.publisher)
    // This node may have begun to lead, which changes the state.
    const { served } = (state = await read())
    if (served) await serving.serve(work, served)
    if (isNews(state)) work.wake()
  }

  async function passWhileDue(): Promise<void> {
    while (isDue) {
      isDue = false
      await pass().catch((error: unknown) => logOnce('A look', error))
    }
  }

  return {
    state: () => state,
    unserved: serving.failure,
    reconcile: () => {
      isDue = true
      return (passes ??= passWhileDue().finally(() => {
        passes = undefined
      }))
    },
    underWay: () => passes,
  }
}

/** Tells whether a state has something to publish that the one before it had not. */
function createNews(): (state: NodeState) => boolean {
  let knownHooks = new Set<number>()
  let wasPinned = false
  return ({ pinned, pendingHooks }) => {
    const isLetGo = wasPinned && pinned === undefined
    const isNews = isLetGo || pendingHooks.some((id) => !knownHooks.has(id))
    wasPinned = pinned !== undefined
    knownHooks = new Set(pendingHooks)
    return isNews
  }
}

/** Serves what all nodes shall serve. A release that can't be served is tried again after growing pauses. */
function createServing(log: Pick<Log, 'error'>) {
  const backOff = createBackOff(RETRY)
  let last = ''
  let failure: RunFailure | undefined

  async function serve(work: NodeWork, served: ServedRelease): Promise<void> {
    const name = `${served.id} ${served.version}`
    if (name !== last) backOff.reset()
    last = name
    if (!backOff.isOver()) return
    try {
      await work.serve(served)
      backOff.reset()
      failure = undefined
    } catch (error) {
      backOff.fail()
      const said = `This node does not serve what was published: ${messageOf(error)}`
      // An expected failure needs no stack: its sentences say what to do.
      const stack = error instanceof Error && !isOperational(error) && { error: error.stack }
      if (said !== failure?.message) log.error({ release: served.id, ...stack }, said)
      failure = { message: said, faults: isContentError(error) ? error.faults : [] }
    }
  }

  return { serve, failure: () => failure }
}
