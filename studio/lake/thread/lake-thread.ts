import { Worker } from 'node:worker_threads'
import type { Sender } from '../http/caller.ts'
import type { Lake, LakeOptions } from '../lake.ts'
import type { Calls } from './calls.ts'
import { closeGently, startRun, type EndedRun, type Run } from './run.ts'

/** A lake in a thread of its own, which is restarted when it hangs, grows too large or fails. */
export type LakeThread = Lake & {
  /** Resolves after the first start, with a sentence if the lake could not be opened. Starts are retried anyway. */
  opening: Promise<string | undefined>
}

/** What a test may replace: limits in ms and MB, and the thread's program. */
export interface ThreadOverrides {
  hungMs: number
  waitMs: number
  retryMs: number
  memoryMb: number
  file: URL
}

const DEFAULTS: ThreadOverrides = {
  // More work than any query may be.
  hungMs: 10_000,
  // How long a request waits for a lake that is restarting.
  waitMs: 10_000,
  retryMs: 1_000,
  memoryMb: 1024,
  file: new URL('worker.ts', import.meta.url),
}
const MAX_RETRY_MS = 30_000
/** A lake that ran this long did not fail at its start. In ms. */
const STABLE_MS = 10_000
/** Most pending requests, as each holds memory of the server. */
const MAX_CALLS = 2000

/**
 * Opens the content lake in a thread, so that nothing it is asked holds up whoever opened it. The lake answers 503
 * while it is away; what it acknowledged before is on disk.
 * @param onFault is called with a sentence each time the lake ended by itself or could not be opened
 */
export function openLakeThread(
  options: LakeOptions,
  onFault: (sentence: string) => void,
  overrides: Partial<ThreadOverrides> = {},
): LakeThread {
  const { hungMs, waitMs, retryMs, memoryMb, file } = { ...DEFAULTS, ...overrides }
  const urls = new Map<string, string>()
  const first = Promise.withResolvers<string | undefined>()
  const restarts = createRestarts(retryMs, start)
  let opened = Promise.withResolvers<Calls | undefined>()
  let current: Run | undefined
  let waiting = 0
  let closing = false
  let lastFault: string | undefined

  function start(): void {
    const worker = startWorker(file, options, memoryMb)
    current = startRun(worker, hungMs, { onOpen, onEnd })
  }

  function onOpen({ send, calls }: Run): void {
    lastFault = undefined
    for (const [name, url] of urls) send({ type: 'webhook', name, url })
    opened.resolve(calls)
    first.resolve(undefined)
  }

  function onEnd({ calls, openMs, sentence, gone }: EndedRun): void {
    current = undefined
    if (openMs !== undefined && !closing) opened = Promise.withResolvers()
    calls.fail(away)
    if (sentence === undefined || closing) return
    if (openMs !== undefined && openMs > STABLE_MS) restarts.forget()
    const fault = openMs === undefined ? sentence : `The content lake is started again, as ${sentence}.`
    if (fault !== lastFault) onFault(fault)
    lastFault = fault
    first.resolve(fault)
    void gone.then(() => closing || restarts.next())
  }

  async function whenOpen(): Promise<Calls | undefined> {
    if (waiting >= MAX_CALLS) return undefined
    waiting += 1
    const calls = await within(waitMs, opened.promise)
    waiting -= 1
    return calls
  }

  async function fetch(request: Request, sender?: Sender): Promise<Response> {
    const calls = current?.isOpen() ? current.calls : await whenOpen()
    if (calls === undefined || calls.count() >= MAX_CALLS) return away()
    return calls.ask(request, sender)
  }

  start()
  return {
    opening: first.promise,
    fetch,
    setWebhookUrl: (name, url) => {
      urls.set(name, url)
      current?.send({ type: 'webhook', name, url })
    },
    close: async () => {
      closing = true
      restarts.stop()
      opened.resolve(undefined)
      if (current) await closeGently(current, hungMs)
    },
  }
}

/** Starts again: at once the first time, then after pauses that double up to a bound. */
function createRestarts(retryMs: number, start: () => void) {
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  return {
    next: () => {
      const pause = failures === 0 ? 0 : Math.min(retryMs * 2 ** (failures - 1), MAX_RETRY_MS)
      failures += 1
      retry = setTimeout(start, pause).unref()
    },
    forget: () => (failures = 0),
    stop: () => clearTimeout(retry),
  }
}

function startWorker(file: URL, options: LakeOptions, memoryMb: number): Worker {
  return new Worker(file, {
    workerData: options,
    // Without a bound, a thread's young generation keeps up to 48 MB long after it needed them.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 12 },
  })
}

/** What a promise resolves to, or undefined after `limitMs`. */
async function within<Value>(limitMs: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined)
  })
  const value = await Promise.race([promise, patience])
  clearTimeout(timer)
  return value
}

/** A refusal in Sanity's shape, which clients retry. */
function away(): Response {
  const description = 'The content lake is being started again. Try again in a moment.'
  return Response.json(
    { statusCode: 503, error: { type: 'unavailable', description } },
    { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
  )
}
