import type { Worker } from 'node:worker_threads'
import { createCalls, type Calls } from './calls.ts'
import type { FromLake, ToLake } from './messages.ts'

/** Pings in the time after which a thread counts as hung. */
const PINGS = 5
/** How many times as long a thread may not answer while other programs, or its disk, keep it from working. */
const PATIENCE = 4

/** One thread, from its start to its end. */
export interface Run {
  worker: Worker
  send: (message: ToLake, transfer?: ArrayBuffer[]) => void
  calls: Calls
  isOpen: () => boolean
}

export interface EndedRun {
  calls: Calls
  /** How long the lake was open, in ms; undefined where it never was. */
  openMs: number | undefined
  /** Why it ended; undefined where it was asked to. */
  sentence: string | undefined
  /** Resolves once the thread is gone. */
  gone: Promise<void>
}

interface RunEvents {
  onOpen: (run: Run) => void
  /** Called once. */
  onEnd: (ended: EndedRun) => void
}

/** Follows a thread that was just started. One that works for `hungMs` and does not answer has ended, too. */
export function startRun(worker: Worker, hungMs: number, { onOpen, onEnd }: RunEvents): Run {
  let openSince: number | undefined
  let hasEnded = false
  const send: Run['send'] = (message, transfer = []) => worker.postMessage(message, transfer)
  const calls = createCalls(send)
  const pulse = watchPulse(worker, hungMs, () => send({ type: 'ping' }), end)
  const run: Run = { worker, send, calls, isOpen: () => openSince !== undefined }

  function end(sentence: string | undefined): void {
    if (hasEnded) return
    hasEnded = true
    pulse.stop()
    const openMs = openSince === undefined ? undefined : performance.now() - openSince
    onEnd({ calls, openMs, sentence, gone: endOf(worker) })
  }

  worker.on('message', (message: FromLake) => {
    pulse.heard()
    if (message.type === 'open') {
      openSince = performance.now()
      pulse.start()
      onOpen(run)
    } else if (message.type === 'closed') end(message.sentence)
    else if (message.type !== 'pong') calls.take(message)
  })
  worker.on('error', (error) => end(error.message))
  worker.on('exit', () => end('it ended'))
  return run
}

interface Pulse {
  /** Called once the thread answers. */
  start: () => void
  /** Called on every message of the thread. */
  heard: () => void
  stop: () => void
}

/**
 * Pings a thread, once it is open, and says so when it has worked for `hungMs` without an answer. By the clock on the
 * wall, a busy machine would end a thread in the midst of a query that it has time for.
 */
function watchPulse(
  worker: Worker,
  hungMs: number,
  ping: () => void,
  onHung: (sentence: string) => void,
): Pulse {
  let isOpen = false
  let unanswered = 0
  let workedBefore: number | undefined
  let worked = 0

  /** A thread tells this in the midst of its work, too. */
  async function look(): Promise<void> {
    const { user, system } = await worker.cpuUsage()
    workedBefore ??= (user + system) / 1000
    worked = (user + system) / 1000 - workedBefore
  }
  function saidWhenHung(): string | undefined {
    if (unanswered >= PINGS && worked >= hungMs) return `it worked for ${hungMs / 1000} s without an answer`
    if (unanswered >= PATIENCE * PINGS) return `it did not answer for ${(PATIENCE * hungMs) / 1000} s`
    return undefined
  }
  const timer = setInterval(() => {
    if (!isOpen) return
    const sentence = saidWhenHung()
    if (sentence !== undefined) return onHung(sentence)
    unanswered += 1
    ping()
    // A thread that ends meanwhile does not tell.
    look().catch(() => undefined)
  }, hungMs / PINGS)
  timer.unref()
  return {
    start: () => (isOpen = true),
    heard: () => {
      unanswered = 0
      workedBefore = undefined
      worked = 0
    },
    stop: () => clearInterval(timer),
  }
}

/** Asks a thread to close, and terminates one that hangs and so can't hear it. */
export async function closeGently({ worker, send }: Run, hungMs: number): Promise<void> {
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  send({ type: 'close' })
  const patience = setTimeout(() => void worker.terminate(), hungMs / PINGS)
  await gone
  clearTimeout(patience)
}

/** Waits for the thread's end, at most 5 s: two lakes must not share a folder. */
async function endOf(worker: Worker): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 5_000).unref())
  await Promise.race([worker.terminate(), patience])
}
