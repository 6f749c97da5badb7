import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull, LakeError } from '../errors.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Transaction } from '../store/transaction.ts'
import { fileNameOf, type Asset, type AssetKind } from './asset.ts'

/** A file that is written and does not have its name yet. */
interface ReceivedFile {
  /** Of its bytes, in hex. */
  sha1: string
  size: number
  /** Gives it its name, durably; false when a file of that name exists, which stays. */
  keep: (kind: AssetKind, fileName: string) => boolean
  discard: () => void
}

interface StoredFile {
  /** In bytes. */
  size: number
  /** Its bytes, read on demand: all of them, or those from `start` to `end` inclusive. */
  stream: (start?: number, end?: number) => ReadableStream<Uint8Array>
}

/** The bytes of assets, one file each under `<dataDir>/assets`, named by their hash. */
export interface AssetFiles {
  /**
   * On disk, and durable, when it returns; false when it was there already.
   * @throws LakeError 507 when the disk is full; then nothing of it stays.
   */
  write: (asset: Asset) => boolean
  /** Writes bytes as they come. @throws LakeError 507 when the disk is full, and what `chunks` throws. */
  receive: (chunks: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>
  read: (kind: AssetKind, fileName: string) => Promise<Buffer | undefined>
  find: (kind: AssetKind, fileName: string) => StoredFile | undefined
  remove: (kind: AssetKind, fileName: string) => void
}

const FILE_NAME = /^[0-9a-f]{40}(?:-\d+x\d+)?\.[a-z0-9]{1,12}$/
const UNFINISHED = '.part'
const CHUNK_BYTES = 64 * 1024

/** Opens the folder, and removes files that a crash left half written. */
export function openAssetFiles(dataDir: string): AssetFiles {
  const folder = (kind: AssetKind): string => join(dataDir, 'assets', `${kind}s`)
  for (const kind of ['image', 'file'] as const) {
    mkdirSync(folder(kind), { recursive: true, mode: 0o700 })
    const left = readdirSync(folder(kind)).filter((name) => name.endsWith(UNFINISHED))
    for (const name of left) rmSync(join(folder(kind), name), { force: true })
  }
  const newPart = (kind: AssetKind): string => join(folder(kind), randomUUID() + UNFINISHED)
  const pathOf = (kind: AssetKind, fileName: string): string | undefined => {
    const path = join(folder(kind), fileName)
    return FILE_NAME.test(fileName) && existsSync(path) ? path : undefined
  }

  return {
    write: ({ kind, fileName, bytes }) => {
      if (pathOf(kind, fileName) !== undefined) return false
      const part = newPart(kind)
      return orNothing(part, () => {
        writeFileSync(part, bytes, { flush: true })
        return keepAs(folder(kind), part, fileName)
      })
    },
    receive: async (chunks) => {
      const part = newPart('file')
      try {
        return {
          ...(await writeChunks(part, chunks)),
          keep: (kind, fileName) => orNothing(part, () => keepAs(folder(kind), part, fileName)),
          discard: () => rmSync(part, { force: true }),
        }
      } catch (error) {
        rmSync(part, { force: true })
        throw storageError(error)
      }
    },
    read: async (kind, fileName) => {
      const path = pathOf(kind, fileName)
      return path === undefined ? undefined : readFile(path)
    },
    find: (kind, fileName) => {
      const path = pathOf(kind, fileName)
      if (path === undefined) return undefined
      const { size } = statSync(path)
      return { size, stream: (start = 0, end = size - 1) => bodyOf(path, start, end) }
    },
    remove: (kind, fileName) => {
      if (FILE_NAME.test(fileName)) rmSync(join(folder(kind), fileName), { force: true })
    },
  }
}

async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha1')
  let size = 0
  await using file = await open(path, 'wx')
  for await (const chunk of chunks) {
    hash.update(chunk)
    size += chunk.length
    await file.writeFile(chunk)
  }
  await file.sync()
  return { sha1: hash.digest('hex'), size }
}

/** Opens the file when its first chunk is asked for, so that an answer nobody reads costs nothing. */
function bodyOf(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const chunks = chunksOf(path, start, end)
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  )
}

async function* chunksOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array, undefined> {
  await using file = await open(path)
  for (let position = start; position <= end;) {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, end - position + 1))
    const { bytesRead } = await file.read({ buffer, position })
    if (bytesRead === 0) return undefined
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
  return undefined
}

// Flush, rename, flush the folder: a document must never point at bytes that a power cut took.
function keepAs(folder: string, part: string, name: string): boolean {
  const path = join(folder, name)
  if (existsSync(path)) {
    rmSync(part, { force: true })
    return false
  }
  renameSync(part, path)
  try {
    flushFolder(folder)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
  return true
}

function flushFolder(folder: string): void {
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function orNothing<Result>(part: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    rmSync(part, { force: true })
    throw storageError(error)
  }
}

/** Turns a full disk into a sentence for the editor; other errors stay as they are. */
export function storageError(error: unknown): unknown {
  return isDiskFull(error)
    ? new LakeError(
        507,
        'insufficientStorage',
        'The disk of the server is full: nothing was stored. Free some space, then upload again.',
      )
    : error
}

const KINDS: Record<string, AssetKind> = { 'sanity.imageAsset': 'image', 'sanity.fileAsset': 'file' }

/**
 * Deletes an asset's bytes with the last document that describes them, as the hosted lake does. This happens after the
 * deletion is on disk: a power cut in between leaves bytes without a document, never the reverse.
 */
export function followDeletions(corpus: Corpus, files: AssetFiles): (transaction: Transaction) => void {
  const isDescribed = (type: string, fileName: string): boolean =>
    corpus
      .view('raw')
      .ofType(type)
      .some((other) => fileNameOf(other) === fileName)

  return ({ changes }) => {
    for (const { before, after } of changes) {
      const kind = before !== null && after === null ? KINDS[before._type] : undefined
      const fileName = before === null ? undefined : fileNameOf(before)
      if (before === null || kind === undefined || fileName === undefined) continue
      if (!isDescribed(before._type, fileName)) files.remove(kind, fileName)
    }
  }
}
