import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isPublicFile } from '../contract/site-headers.ts'
import { filesBelow } from '../files-below.ts'

/** One file of a release, in memory: its bytes, plain and (where a `.br` sibling exists) in brotli. */
export interface SiteFile {
  name: string
  body: Buffer<ArrayBuffer>
  brotli: Buffer<ArrayBuffer> | undefined
  etag: string
}

/** The entity tag of a file's bytes, without quotes. */
export function etagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** The files of one release by their path below its folder, such as `platform.html` or `assets/x.js`. */
export type Release = ReadonlyMap<string, SiteFile>

/** Gives the release to serve: at once where it is in memory, so that nearly no request waits for a turn. */
export type ReleaseSource = () => Release | Promise<Release>

interface Kept extends SiteFile {
  /** Identifies the bytes on disk: releases share files that did not change. */
  bytes: string
}

type KeptFiles = ReadonlyMap<string, Kept>

/**
 * Serves the whole release that a link points to: a visitor gets files of the old release or of the new one, never a
 * mixture that was read while the link moved. It costs the memory of a release (a few megabytes) and one `stat` for
 * each call.
 */
export function followRelease(link: string): ReleaseSource {
  let current: { state: string; files: KeptFiles | Promise<KeptFiles> } | undefined

  function read(state: string): Promise<KeptFiles> {
    const before = Promise.resolve(current?.files).catch(() => undefined)
    const files = before.then((known) => readRelease(link, known))
    const next: NonNullable<typeof current> = { state, files }
    current = next
    files.then(
      (list) => (next.files = list),
      // A folder that could not be read is not remembered, so the next visitor tries again.
      () => {
        if (current === next) current = undefined
      },
    )
    return files
  }

  return () => {
    // A folder's date changes with its files: a release's compressed copies are replaced after it is served.
    const state = stateOf(link)
    if (state === undefined) return new Map()
    return current?.state === state ? current.files : read(state)
  }
}

/** Asks once for all requests that come in a turn of the event loop. */
export function oncePerTurn(release: ReleaseSource): ReleaseSource {
  let asked: ReturnType<ReleaseSource> | undefined
  return () => {
    if (asked === undefined) {
      asked = release()
      setImmediate(() => (asked = undefined))
    }
    return asked
  }
}

/** Synchronous: nearly every request needs it, and it takes a tenth of the time of an asynchronous call. */
function stateOf(link: string): string | undefined {
  try {
    return inode(link)
  } catch {
    return undefined
  }
}

async function readRelease(link: string, before: KeptFiles | undefined): Promise<KeptFiles> {
  const folder = await realpath(link)
  const names = await filesBelow(folder)
  const compressed = new Set(names.filter((name) => name.endsWith('.br')))
  const plain = names.filter((name) => !compressed.has(name) && isPublicFile(name))
  const files = await Promise.all(
    plain.map(async (name): Promise<[string, Kept]> => {
      const file = path.join(folder, name)
      const copy = compressed.has(`${name}.br`) ? `${file}.br` : undefined
      const bytes = copy ? `${inode(file)} ${inode(copy)}` : inode(file)
      const known = before?.get(name)
      if (known?.bytes === bytes) return [name, known]
      const body = await readFile(file)
      const brotli = copy ? await readFile(copy) : undefined
      return [name, { name, body, brotli, etag: etagOf(body), bytes }]
    }),
  )
  return new Map(files)
}

// Synchronous, as thousands of asynchronous calls take longer to queue than to run.
function inode(file: string): string {
  const { ino, mtimeMs } = statSync(file)
  return `${ino}@${mtimeMs}`
}
