import { Worker } from 'node:worker_threads'
import type { Args, Call, OperationName, Result } from './operations.ts'

export interface SqliteOptions {
  file: string
  synchronous: 'full' | 'normal'
}

/** What the thread is asked. */
export type Question = { id: number } & (
  | { name: OperationName; args: Args<OperationName> }
  | { name: 'close'; args: [] }
)

/** What the thread sends back. */
export type Reply = { id: number } & ({ value: unknown } | { error: { message: string; errcode: number } })

/** The same as it is received: its value fits the question of that id, which no type can say. */
type Answer = { id: number } & ({ value: never } | { error: { message: string; errcode: number } })

interface Waiting {
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Runs the operations in a thread, so that a disk's slowness never holds up requests that need no disk. */
export function sqliteThread(options: SqliteOptions): { call: Call; close(): Promise<void> } {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let worker: Worker | undefined

  function thread(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('sqlite-worker.ts', import.meta.url), { workerData: options })
    started.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('error' in answer) asked?.reject(Object.assign(new Error(answer.error.message), answer.error))
      else asked?.resolve(answer.value)
    })
    // A thread that died is replaced at the next call; what it had not answered is not known to be stored.
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The database thread ended.')))
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
    lastId += 1
    const id = lastId
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      thread().postMessage({ id, name, args }, [])
    })
  }

  const call: Call = (name, ...args) => ask<Result<typeof name>>(name, args)

  async function close(): Promise<void> {
    if (!worker) return
    await ask<void>('close', [])
    await worker.terminate()
  }
  return { call, close }
}
