import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { BEST, brotliOptions, FAST } from './brotli.ts'
import { flush } from './durable.ts'
import { filesBelow } from './files-below.ts'
import type { PageWriter } from './page-writer.ts'
import { replaceFile, replaceFileNow } from './replace-file.ts'

const compress = promisify(brotliCompress)
const TEXT = /\.(?:html|js|css|svg|json|xml|txt|webmanifest)$/
/** Lists the files whose compressed copies are still the fast ones. It is no page, so it is never served. */
const FAST_LIST = '.fast'

const AT_ONCE = 3

/** What a file is to contain, as UTF-8 or as a text. */
export type FileBytes = string | Uint8Array

export function bytesOf(data: FileBytes): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data) : data
}

/** Writes a compressed copy beside each text file of a folder, as small as can be unless another quality is given. */
export async function compressFolder(folder: string, quality: number = BEST): Promise<void> {
  const names = (await filesBelow(folder)).filter((name) => TEXT.test(name))
  await Promise.all(names.map((name) => writeCompressed(path.join(folder, name), quality)))
}

/**
 * Writes files and their compressed copies fast; `compressRest` makes the copies small later.
 * @param writer has written some of them already
 */
export async function writeFast(
  folder: string,
  files: ReadonlyMap<string, FileBytes>,
  writer: Pick<PageWriter, 'move'>,
): Promise<void> {
  const names = new Set([...(await fastNames(folder)), ...files.keys()])
  // A few at a time, as serving pages waits in the same queue of the thread pool.
  await eachOf([...files], AT_ONCE, async ([name, data]) => {
    if (typeof data === 'string' && (await writer.move(name, data, folder))) return
    const file = path.join(folder, name)
    const bytes = bytesOf(data)
    const brotli = TEXT.test(name) ? await compress(bytes, brotliOptions(bytes.length, FAST)) : undefined
    // One by one and synchronously: four times as fast as through the thread pool.
    replaceFileNow(file, bytes)
    if (brotli) replaceFileNow(`${file}.br`, brotli)
  })
  await replaceFile(path.join(folder, FAST_LIST), [...names].filter((name) => TEXT.test(name)).join('\n'))
}

/**
 * Compresses again, as small as possible, what was compressed fast, and flushes it to the disk, file by file while
 * `isWanted` holds.
 */
export async function compressRest(folder: string, isWanted: () => Promise<boolean>): Promise<void> {
  for (const name of await fastNames(folder)) {
    if (!(await isWanted())) return
    const file = path.join(folder, name)
    // Listed pages may have been removed since.
    if (!existsSync(file)) continue
    await writeCompressed(file, BEST)
    // From here on a power cut finds them whole.
    for (const one of [file, `${file}.br`]) await flush(one)
  }
  await replaceFile(path.join(folder, FAST_LIST), '')
}

async function fastNames(folder: string): Promise<string[]> {
  const list = await readFile(path.join(folder, FAST_LIST), 'utf8').catch(() => '')
  return list.split('\n').filter((name) => name !== '')
}

async function writeCompressed(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file)
  await replaceFile(`${file}.br`, await compress(bytes, brotliOptions(bytes.length, quality)))
}

/** Does the work for each item, `atOnce` at a time. Rejects with the first failure, once no more work is under way. */
async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  let failed: { reason: unknown } | undefined
  async function next(): Promise<void> {
    for (const item of left) {
      if (failed) return
      await work(item).catch((reason: unknown) => {
        failed ??= { reason }
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  if (failed) throw failed.reason
}
