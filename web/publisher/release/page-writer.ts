import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { brotliOptions, FAST } from './brotli.ts'
import { discard } from './stage.ts'

/**
 * Compresses pages and writes them aside while others are rendered, in a thread of its own that is there for one
 * publish. What is left of them goes with it.
 */
export interface PageWriter extends AsyncDisposable {
  /** Begins with the text of a file, unless enough are under way. */
  begin: (this: void, file: string, text: string) => void
  /**
   * Moves what was written for a file, and its compressed copy, into a folder of the same disk. False where another
   * text or none was begun for the file, or where it could not be written: then the folder is as it was.
   */
  move(file: string, text: string, into: string): Promise<boolean>
}

/** A thread takes longer to start than a few pages to be compressed. */
const WORTH_A_THREAD = 16
/** Texts under way: each is held twice. */
const AT_ONCE = 32

/** What the thread runs. It needs no file, and so no other place in a bundle than beside the sources. */
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
    // Half a page must not take the room that whoever writes the release needs.
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
 * Nothing runs until there are pages enough to make it worth the while.
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
      // Its length in characters: bytes would have to be counted, and are few more.
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
