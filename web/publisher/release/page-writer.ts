import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { brotliOptions, FAST } from './brotli.ts'
import { discard } from './stage.ts'

/**
 * Compresses pages and writes them to a folder of their own while others are rendered, in a thread that lives as long
 * as one publish. What is not moved from there is removed with it.
 */
export interface PageWriter extends AsyncDisposable {
  /** Starts with the text of a file, unless enough are under way. */
  begin: (this: void, file: string, text: string) => void
  /**
   * Moves what was written for a file, and its compressed copy, into a folder of the same disk. False where another
   * text or none was begun for the file, or where it could not be written: then the folder is as it was.
   */
  move(file: string, text: string, into: string): Promise<boolean>
}

/** With fewer pages, starting a thread takes longer than compressing them. */
const WORTH_A_THREAD = 16
/** Texts under way: each is held twice. */
const AT_ONCE = 32

/** The thread's program, as a string: it needs no file of its own in the bundle. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads')
const { rmSync, writeFileSync } = require('node:fs')
const { brotliCompressSync } = require('node:zlib')
parentPort.on('message', ({ id, text, bytes, options }) => {
  try {
    writeFileSync(bytes, text)
    writeFileSync(bytes + '.br', brotliCompressSync(text, options))
    parentPort.postMessage({ id, isWritten: true })
  } catch {
    // An incomplete page must not take up the room that the release needs.
    for (const file of [bytes, bytes + '.br']) rmSync(file, { force: true })
    parentPort.postMessage({ id, isWritten: false })
  }
})`

interface Answer {
  id: number
  isWritten: boolean
}

interface Begun {
  text: string
  /** Where its bytes are until they are wanted, and beside them their compressed copy. */
  bytes: string
  isWritten: Promise<boolean>
}

/**
 * The thread is started only once there are enough pages to be worth it.
 * @param aside a folder that is nobody else's, on the disk of the release
 */
export function openPageWriter(aside: string): PageWriter {
  const begun = new Map<string, Begun>()
  const waiting = new Map<number, (isWritten: boolean) => void>()
  let asked = 0
  let worker: Worker | undefined
  let isGone = false

  function start(): Worker {
    mkdirSync(aside, { recursive: true })
    const started = new Worker(PROGRAM, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    started.unref()
    started.on('message', ({ id, isWritten }: Answer) => {
      waiting.get(id)?.(isWritten)
      waiting.delete(id)
    })
    // Pending moves resolve with false: the caller writes the file itself.
    started.on('error', end)
    started.on('exit', end)
    return started
  }
  function end(): void {
    isGone = true
    for (const done of waiting.values()) done(false)
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
        console.warn(`Pages are written without a thread of their own: ${messageOf(error)}`)
        return
      }
      const { promise: isWritten, resolve } = Promise.withResolvers<boolean>()
      const bytes = path.join(aside, String(asked))
      waiting.set(asked, resolve)
      begun.set(file, { text, bytes, isWritten })
      // The length in characters is close enough: bytes would have to be counted.
      worker.postMessage({ id: asked, text, bytes, options: brotliOptions(text.length, FAST) }, [])
    },
    move: async (file, text, into) => {
      const known = begun.get(file)
      if (known?.text !== text || !(await known.isWritten)) return false
      const target = path.join(into, file)
      mkdirSync(path.dirname(target), { recursive: true })
      renameSync(known.bytes, target)
      renameSync(`${known.bytes}.br`, `${target}.br`)
      return true
    },
    [Symbol.asyncDispose]: async () => {
      end()
      await worker?.terminate()
      if (asked >= WORTH_A_THREAD) await discard(aside)
    },
  }
}
