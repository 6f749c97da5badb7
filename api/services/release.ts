import { createHash } from 'node:crypto'
import { readFile, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { HOST_FILES } from '../../headers.config.ts'

/** One file of a release, in memory: its bytes, plain and (where a `.br` sibling exists) in brotli. */
export interface SiteFile {
  name: string
  body: Buffer<ArrayBuffer>
  brotli: Buffer<ArrayBuffer> | undefined
  etag: string
}

/** The files of one release by their path below its folder, such as `platform.html` or `assets/x.js`. */
export type Release = ReadonlyMap<string, SiteFile>

/**
 * Serves the release that a link points to, whole: a visitor gets files of the old release or of the
 * new one, never a mixture that was read while the link moved. It costs the memory of a release
 * (a few megabytes) and one `realpath` for each call.
 */
export function followRelease(link: string): () => Promise<Release> {
  let current: { folder: string; files: Promise<Release> } | undefined

  return async function release() {
    const folder = await realpath(link).catch(() => undefined)
    if (folder === undefined) return new Map()
    if (current?.folder === folder) return current.files
    const files = readRelease(folder)
    current = { folder, files }
    // A folder that could not be read is not remembered, so the next visitor tries again.
    files.catch(() => {
      if (current?.files === files) current = undefined
    })
    return files
  }
}

async function readRelease(folder: string): Promise<Release> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const compressed = new Set(names.filter((name) => name.endsWith('.br')))
  const plain = names.filter((name) => !compressed.has(name) && isPublic(name))
  const files = await Promise.all(
    plain.map(async (name): Promise<[string, SiteFile]> => {
      const body = await readFile(path.join(folder, name))
      const brotli = compressed.has(`${name}.br`)
        ? await readFile(path.join(folder, `${name}.br`))
        : undefined
      const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      return [name, { name, body, brotli, etag }]
    }),
  )
  return new Map(files)
}

/** Dot files are a builder's notes; `.well-known` is the one folder that the web asks for. */
function isPublic(name: string): boolean {
  return (
    !HOST_FILES.has(name) &&
    name.split(path.sep).every((part) => !part.startsWith('.') || part === '.well-known')
  )
}
