import { Worker } from 'node:worker_threads'
import { errorOf } from '../contract/content-error.ts'
import { messageOf } from '../contract/operational-error.ts'
import type { Drafts } from '../previews/drafts.ts'
import type { Answer, CallName, Calls, Question } from './renderer-calls.ts'
import type { DraftsOptions, Renderer } from './renderer.ts'

interface Waiting {
  resolve: (value: never) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}

/** A call that takes longer than this hangs: the largest site is rendered whole in seconds. In ms. */
const DEADLINE_MS = 2 * 60_000
/** A site of a thousand pages takes a fifth of this; what takes more must not take the server with it. */
const MEMORY_MB = 1_024
/**
 * A thread that nobody asked for this long holds 35 MB for nothing. Longer than a release waits to be finished. In ms.
 */
const REST_MS = 60_000

/** A started thread, and what can be asked of it. */
export interface RendererThread {
  /** Rejects when the bundle can't be loaded. */
  renderer: Promise<Renderer>
  /** Why the thread is gone, once it is. */
  ended: Promise<string>
  /** Keeps it up for another while; false where it rests, and will be started by whoever asks next. */
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
  /** How long it may be of no use before its memory is given back, in ms. */
  restMs?: number
}

/**
 * Starts a thread that loads a bundle. Calls reject with a sentence when it dies over them. One that nobody asks for
 * a while rests: it is ended, and the next call waits until it has started anew.
 */
export function openRendererThread(options: ThreadOptions): RendererThread {
  const { file, env, deadlineMs = DEADLINE_MS, memoryMb = MEMORY_MB, restMs = REST_MS } = options
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<() => void>()
  const ended = Promise.withResolvers<string>()
  const retired = Promise.withResolvers<void>()
  let lastId = 0
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
    const call = waiting.get(answer.id)
    forget(answer.id)
    if ('failure' in answer) call?.reject(errorOf(answer.failure))
    else call?.resolve(answer.value as never)
  }

  function end(reason: string): void {
    sentence ??= `The thread that renders pages ended: ${reason}. It is started again.`
    ended.resolve(sentence)
    retired.resolve()
    for (const [id, { reject }] of waiting) {
      forget(id)
      reject(new Error(sentence))
    }
  }

  function forget(id: number): void {
    clearTimeout(waiting.get(id)?.timer)
    waiting.delete(id)
    if (waiting.size > 0) return
    // Only a pending call keeps the process alive.
    worker?.unref()
    if (isRetired) void worker?.terminate()
    else restLater()
  }

  const restLater = delayed(restMs, () => {
    // What follows the drafts would no longer hear of changes.
    if (waiting.size > 0 || listeners.size > 0) return
    const resting = worker
    worker = undefined
    void resting?.terminate()
  })

  const ask: Ask = (name, args, limitMs = deadlineMs) => {
    if (sentence !== undefined) return Promise.reject(new Error(sentence))
    const id = (lastId += 1)
    const question: Question = { id, name, args }
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(limitMs) ? setTimeout(() => expire(name, limitMs), limitMs) : undefined
      timer?.unref()
      waiting.set(id, { resolve, reject, timer })
      worker ??= start()
      worker.ref()
      worker.postMessage(question, [])
    })
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      restLater()
    }
  }

  function expire(name: CallName, limitMs: number): void {
    end(`“${name}” did not end within ${limitMs / 1_000} s`)
    void worker?.terminate()
  }

  const renderer = ask('documentTypes', []).then((documentTypes): Renderer => ({
    ...callsOf(ask),
    documentTypes,
    drafts: (given) => openDrafts(ask, given, subscribe),
    ended: retired.promise,
  }))
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
      if (waiting.size > 0) return
      end('a newer one took its place')
      void worker?.terminate()
    },
    stop: async () => {
      end('the server stops')
      await worker?.terminate()
    },
  }
}

/** Asks the thread; with `Infinity` as its limit where the work is long and lets others in between. In ms. */
type Ask = <Name extends CallName>(
  name: Name,
  args: Parameters<Calls[Name]>,
  limitMs?: number,
) => Promise<Awaited<ReturnType<Calls[Name]>>>

/** What it returns has the work done after `ms`, counted from the last time that it was called. */
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

/** What of a renderer is a question to its thread, each under its own name. */
function callsOf(ask: Ask): Omit<Renderer, 'documentTypes' | 'drafts' | 'ended'> {
  return {
    publish: (input) => ask('publish', [input]),
    finishRelease: (dist, manifest) => ask('finishRelease', [dist, manifest], Infinity),
    switchRelease: (dist, id) => ask('switchRelease', [dist, id]),
    releaseFiles: (dist, id) => ask('releaseFiles', [dist, id]),
    lackingFiles: (dist, id, files) => ask('lackingFiles', [dist, id, files]),
    keepContents: (dist, contents) => ask('keepContents', [dist, contents]),
    removeContents: (dist) => ask('removeContents', [dist]),
    keepRelease: (dist, release) => ask('keepRelease', [dist, release]),
    takeRelease: (dist, release) => ask('takeRelease', [dist, release]),
    manifest: (dist, id) => ask('manifest', [dist, id]),
    releaseChanges: (dist, before, after) => ask('releaseChanges', [dist, before, after]),
    releasePage: (dist, request) => ask('releasePage', [dist, request]),
    askLake: (path) => ask('askLake', [path]),
    checkRelease: (release, given) => ask('checkRelease', [release, given]),
  }
}

async function openDrafts(ask: Ask, given: DraftsOptions, subscribe: Drafts['subscribe']): Promise<Drafts> {
  // Before each call: a thread that has rested since follows no drafts.
  const open = () => ask('openDrafts', [given])
  await open()
  return {
    page: (request) => open().then(() => ask('page', [request])),
    side: (request) => open().then(() => ask('side', [request])),
    compare: (request) => open().then(() => ask('compare', [request])),
    ended: (request) => open().then(() => ask('ended', [request])),
    admits: (url) => open().then(() => ask('admits', [url])),
    moment: () => open().then(() => ask('moment', [])),
    subscribe,
  }
}
