import { Worker } from 'node:worker_threads'
import { OperationalError } from '../../contract/operational-error.ts'
import type { Args, Call, OperationName, Result } from '../operations.ts'
import { within } from './group-commit.ts'

export interface SqliteOptions {
  file: string
  synchronous: 'full' | 'normal'
}

/** A call to the thread. */
export type Question = { id: number } & (
  | { name: OperationName; args: Args<OperationName> }
  | { name: 'close'; args: [] }
)

/** Why a call failed. An OperationalError is sent by its sentences, as a message loses the class. */
type Failure = { sentences: readonly string[] } | { message: string; errcode: number }

/** An answer of the thread. */
export type Reply = { id: number } & ({ value: unknown } | { error: Failure })

/** The same as it is received: the value fits the call of that id, which no type can express. */
type Answer = { id: number } & ({ value: never } | { error: Failure })

interface Waiting {
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

const SCRIPT = new URL('sqlite-worker.ts', import.meta.url)

/** Pauses before a thread is started again that died before its first answer, in ms; each is twice the one before. */
const PAUSES_MS = { first: 1_000, longest: 30_000 }
/** Unless the thread hangs, requests can't bring as many calls within their time limits. */
const MAX_WAITING = 10_000
const CLOSE_LIMIT_MS = 5_000

/**
 * Runs the operations in a thread, so that a slow disk does not hold up requests that need no disk. If the thread dies,
 * pending calls are rejected, as nobody knows what of them is stored. The next call starts another thread, once a
 * second at most. Tests pass a `worker` of their own.
 */
export function sqliteThread(
  options: SqliteOptions,
  { worker: file = SCRIPT, now = () => performance.now() } = {},
): { call: Call; close: () => Promise<void> } {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let worker: Worker | undefined
  let startedAt = -Infinity
  let pauseMs = 0

  function thread(): Worker {
    if (worker) return worker
    if (now() - startedAt < pauseMs) throw new Error('its thread ended and will be started again')
    startedAt = now()
    pauseMs = Math.min(Math.max(pauseMs * 2, PAUSES_MS.first), PAUSES_MS.longest)
    const started = new Worker(file, {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    })
    started.on('message', (answer: Answer) => {
      pauseMs = PAUSES_MS.first
      const pending = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('error' in answer) pending?.reject(errorOf(answer.error))
      else pending?.resolve(answer.value)
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('its thread ended')))
    worker = started
    return started
  }

  function fail(failed: Worker, error: unknown): void {
    if (worker !== failed) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function ask<T>(name: Question['name'], args: readonly unknown[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (waiting.size >= MAX_WAITING) throw new Error('too much waits for an answer')
      const current = thread()
      lastId += 1
      current.postMessage({ id: lastId, name, args }, [])
      waiting.set(lastId, { resolve, reject })
    })
  }

  const call: Call = (name, ...args) => ask<Result<typeof name>>(name, args)

  async function close(): Promise<void> {
    const closing = worker
    if (!closing) return
    // A thread that hangs or has just died can't close the file.
    await within(CLOSE_LIMIT_MS, ask<void>('close', [])).catch(() => undefined)
    await closing.terminate()
  }
  return { call, close }
}

function errorOf(failure: Failure): Error {
  return 'sentences' in failure
    ? new OperationalError(failure.sentences)
    : Object.assign(new Error(failure.message), failure)
}
