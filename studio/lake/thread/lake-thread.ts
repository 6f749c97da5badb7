import { Worker } from 'node:worker_threads'
import type { Sender } from '../http/guard.ts'
import type { Lake, LakeOptions } from '../lake.ts'
import { createCalls, type Calls } from './calls.ts'
import type { FromLake, ToLake } from './messages.ts'

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
  // Longer than any query may take.
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
const PINGS = 5

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
  let ready: Calls | undefined
  let waiting = 0
  let opened = Promise.withResolvers<Calls | undefined>()
  let current: Worker | undefined
  let tell: ((message: ToLake) => void) | undefined
  let closing = false
  let failures = 0
  let lastFault: string | undefined
  let retry: NodeJS.Timeout | undefined

  function start(): void {
    const worker = startWorker(file, options, memoryMb)
    const send = (message: ToLake, transfer: ArrayBuffer[] = []): void =>
      worker.postMessage(message, transfer)
    const calls = createCalls(send)
    const pulse = watchPulse(hungMs, () => send({ type: 'ping' }), end)
    let openSince: number | undefined

    function end(sentence: string | undefined): void {
      if (current !== worker) return
      current = undefined
      pulse.stop()
      const gone = endOf(worker)
      if (openSince !== undefined && !closing) opened = Promise.withResolvers()
      ready = undefined
      calls.fail(away)
      if (sentence === undefined || closing) return
      if (openSince !== undefined && Date.now() - openSince > STABLE_MS) failures = 0
      const fault = openSince === undefined ? sentence : `The content lake is started again, as ${sentence}.`
      if (fault !== lastFault) onFault(fault)
      lastFault = fault
      first.resolve(fault)
      void gone.then(startAgain)
    }

    worker.on('message', (message: FromLake) => {
      pulse.heard()
      if (message.type === 'open') {
        openSince = Date.now()
        pulse.start()
        lastFault = undefined
        for (const [name, url] of urls) send({ type: 'webhook', name, url })
        ready = calls
        opened.resolve(calls)
        first.resolve(undefined)
      } else if (message.type === 'closed') end(message.sentence)
      else if (message.type !== 'pong') calls.take(message)
    })
    worker.on('error', (error) => end(error.message))
    worker.on('exit', () => end('it ended'))
    current = worker
    tell = send
  }

  /** At once, but not again and again. */
  function startAgain(): void {
    if (closing) return
    const pause = failures === 0 ? 0 : Math.min(retryMs * 2 ** (failures - 1), MAX_RETRY_MS)
    failures += 1
    retry = setTimeout(start, pause).unref()
  }

  async function whenReady(): Promise<Calls | undefined> {
    if (waiting >= MAX_CALLS) return undefined
    waiting += 1
    const calls = await within(waitMs, opened.promise)
    waiting -= 1
    return calls
  }

  async function fetch(request: Request, sender?: Sender): Promise<Response> {
    const calls = ready ?? (await whenReady())
    if (calls === undefined || calls.count() >= MAX_CALLS) return away()
    return calls.ask(request, sender)
  }

  start()
  return {
    opening: first.promise,
    fetch,
    setWebhookUrl: (name, url) => {
      urls.set(name, url)
      tell?.({ type: 'webhook', name, url })
    },
    close: async () => {
      closing = true
      clearTimeout(retry)
      opened.resolve(undefined)
      if (current) await closeGently(current, () => tell?.({ type: 'close' }), hungMs / PINGS)
    },
  }
}

function startWorker(file: URL, options: LakeOptions, memoryMb: number): Worker {
  return new Worker(file, {
    workerData: options,
    // Without a bound, a thread's young generation keeps up to 48 MB long after it needed them.
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 12 },
  })
}

interface Pulse {
  /** Called once the thread answers. */
  start: () => void
  /** Called on every message of the thread. */
  heard: () => void
  stop: () => void
}

/** Pings a thread, once it is open, and says so when it has not answered for `hungMs`. */
function watchPulse(hungMs: number, ping: () => void, onHung: (sentence: string) => void): Pulse {
  let isOpen = false
  let unanswered = 0
  const timer = setInterval(() => {
    if (!isOpen) return
    if (unanswered >= PINGS) return onHung(`it did not answer for ${hungMs / 1000} s`)
    unanswered += 1
    ping()
  }, hungMs / PINGS)
  timer.unref()
  return {
    start: () => (isOpen = true),
    heard: () => (unanswered = 0),
    stop: () => clearInterval(timer),
  }
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

/** Asks a thread to close, and terminates one that hangs and so can't hear it. */
async function closeGently(worker: Worker, ask: () => void, limitMs: number): Promise<void> {
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  ask()
  const patience = setTimeout(() => void worker.terminate(), limitMs)
  await gone
  clearTimeout(patience)
}

/** Waits for the thread's end, at most 5 s: two lakes must not share a folder. */
async function endOf(worker: Worker): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 5_000).unref())
  await Promise.race([worker.terminate(), patience])
}

/** A refusal in Sanity's shape, which clients retry. */
function away(): Response {
  const description = 'The content lake is being started again. Try again in a moment.'
  return Response.json(
    { statusCode: 503, error: { type: 'unavailable', description } },
    { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
  )
}
