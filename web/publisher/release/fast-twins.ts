import { Worker } from 'node:worker_threads'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { brotliOptions, FAST } from './brotli.ts'

/** Compresses pages while others are drawn, in a thread of its own that is there for one publish. */
export interface FastTwins extends Disposable {
  /** Begins with the text of a file, unless enough are under way. */
  begin: (this: void, file: string, text: string) => void
  /** The compressed text; none where another or none was begun for the file, or where the thread ended. */
  take(file: string, text: string): Promise<Buffer | undefined>
}

/** A thread takes longer to start than a few pages to be compressed. */
const WORTH_A_THREAD = 16
/** Texts under way: each is held twice. */
const AT_ONCE = 32

/** What the thread runs. It needs no file, and so no other place in a bundle than beside the sources. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads')
const { brotliCompressSync } = require('node:zlib')
parentPort.on('message', ({ id, text, options }) => {
  parentPort.postMessage({ id, twin: brotliCompressSync(text, options) })
})`

interface Answer {
  id: number
  twin: Uint8Array<ArrayBuffer>
}

type Done = (twin: Buffer | undefined) => void

/** Nothing runs until there are pages enough to make it worth the while. */
export function openFastTwins(): FastTwins {
  const begun = new Map<string, { text: string; twin: Promise<Buffer | undefined> }>()
  const waiting = new Map<number, Done>()
  let asked = 0
  let worker: Worker | undefined
  let isGone = false

  function start(): Worker {
    const started = new Worker(PROGRAM, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    started.unref()
    started.on('message', ({ id, twin }: Answer) => {
      waiting.get(id)?.(Buffer.from(twin.buffer, twin.byteOffset, twin.byteLength))
      waiting.delete(id)
    })
    // Whoever waits compresses by themselves.
    started.on('error', end)
    started.on('exit', end)
    return started
  }
  function end(): void {
    isGone = true
    for (const done of waiting.values()) done(undefined)
    waiting.clear()
  }

  return {
    begin: (file, text) => {
      asked += 1
      if (asked < WORTH_A_THREAD || isGone || waiting.size >= AT_ONCE) return
      try {
        worker ??= start()
      } catch (error) {
        // A system that is out of threads can still publish.
        isGone = true
        console.warn(`Pages are compressed without a thread of their own: ${messageOf(error)}`)
        return
      }
      const { promise: twin, resolve } = Promise.withResolvers<Buffer | undefined>()
      waiting.set(asked, resolve)
      begun.set(file, { text, twin })
      // Its length in bytes would have to be counted, and is little more.
      worker.postMessage({ id: asked, text, options: brotliOptions(text.length, FAST) }, [])
    },
    take: async (file, text) => {
      const known = begun.get(file)
      return known?.text === text ? known.twin : undefined
    },
    [Symbol.dispose]: () => {
      end()
      void worker?.terminate()
    },
  }
}
