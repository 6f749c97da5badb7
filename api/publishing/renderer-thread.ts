import { Worker } from 'node:worker_threads'
import { messageOf } from '../contract/operational-error.ts'
import { createPendingCalls } from './pending-calls.ts'
import type { Answer, Question } from './renderer-calls.ts'
import type { Renderer } from './renderer.ts'
import { openThreadRenderer, type Ask } from './thread-renderer.ts'

/** A call that takes longer than this, in ms, hangs: even the largest site is rendered in seconds. */
const DEADLINE_MS = 2 * 60_000
/** A site of a thousand pages takes a fifth of this; what takes more must not take the server with it. */
const MEMORY_MB = 1_024
/**
 * How long a thread may be idle, in ms: it holds 35 MB. Longer than a release waits to be finished, which would start
 * the thread again.
 */
const IDLE_MS = 60_000

/** A started thread, and what can be asked of it. */
export interface RendererThread {
  /** Rejects when the bundle can't be loaded. */
  renderer: Promise<Renderer>
  /** Resolves with the reason once the thread is gone. */
  ended: Promise<string>
  /** Puts off the end of an idle thread; false if it has ended, and the next call will start another. */
  keepAwake(): boolean
  /** Ends it once the calls that are under way have their answers. */
  retire(): void
  stop(): Promise<void>
}

interface ThreadOptions {
  /** The bundle. */
  file: string
  /** Set on top of this process's variables. */
  env: Readonly<Record<string, string>>
  /** Longest time of a call, in ms. */
  deadlineMs?: number
  /** Most memory of the thread's own, in MB. */
  memoryMb?: number
  /** How long it may be idle before it is ended to free its memory, in ms. */
  idleMs?: number
}

/**
 * Starts a thread that loads a bundle. If it dies, pending calls reject with a sentence that says so. An idle thread is
 * ended, and the next call starts another one.
 */
export function openRendererThread(options: ThreadOptions): RendererThread {
  const { file, env, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, idleMs = IDLE_MS } = options
  const calls = createPendingCalls()
  const listeners = new Set<() => void>()
  const ended = Promise.withResolvers<string>()
  const retired = Promise.withResolvers<void>()
  let isRetired = false
  let sentence: string | undefined
  let worker: Worker | undefined

  function start(): Worker {
    const started = startWorker(file, env, memoryMb)
    const fail = (reason: string) => (worker === started ? end(reason) : undefined)
    started.on('message', take)
    started.on('error', (error: unknown) => fail(messageOf(error)))
    started.on('exit', () => fail('it ended by itself'))
    return started
  }

  function take(answer: Answer): void {
    if (answer.id === 'changed') return listeners.forEach((listener) => listener())
    calls.settle(answer)
    return afterCalls()
  }

  function end(reason: string): void {
    sentence ??= `The thread that renders pages ended: ${reason}. It is started again.`
    ended.resolve(sentence)
    retired.resolve()
    if (calls.count() === 0) return
    calls.rejectAll(sentence)
    afterCalls()
  }

  function afterCalls(): void {
    if (calls.count() > 0) return
    // Only a pending call keeps the process alive.
    worker?.unref()
    if (isRetired) void worker?.terminate()
    else restLater()
  }

  const restLater = delayed(idleMs, () => {
    // Whoever follows the drafts would no longer hear of changes.
    if (calls.count() > 0 || listeners.size > 0) return
    const idle = worker
    worker = undefined
    void idle?.terminate()
  })

  const ask: Ask = async (name, args, limitMs = deadlineMs) => {
    if (sentence !== undefined) throw new Error(sentence)
    const { id, answer } = calls.add(
      limitMs,
      () => void terminate(`“${name}” did not end within ${limitMs / 1_000} s`),
    )
    const question: Question = { id, name, args }
    worker ??= start()
    worker.ref()
    worker.postMessage(question, [])
    return answer
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      restLater()
    }
  }

  async function terminate(reason: string): Promise<void> {
    end(reason)
    await worker?.terminate()
  }

  const renderer = openThreadRenderer(ask, { subscribe, ended: retired.promise })
  // Whoever awaits it gets the failure; here it only ends the thread.
  renderer.catch(() => worker?.terminate())

  return {
    renderer,
    ended: ended.promise,
    keepAwake: () => {
      if (worker) restLater()
      return worker !== undefined
    },
    retire: () => {
      isRetired = true
      retired.resolve()
      if (calls.count() === 0) void terminate('a newer one took its place')
    },
    stop: () => terminate('the server stops'),
  }
}

/** A debounced function: the work is done `ms` after its last call. */
function delayed(ms: number, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(work, ms).unref()
  }
}

function startWorker(file: string, env: ThreadOptions['env'], memoryMb: number): Worker {
  return new Worker(new URL('renderer-worker.ts', import.meta.url), {
    workerData: { file },
    env: { ...process.env, ...env },
    // Without a bound, each thread keeps up to 48 MB for what is new, long after it was needed.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 12 },
  })
}
