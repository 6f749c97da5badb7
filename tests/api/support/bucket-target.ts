import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { AttemptFailed } from '../../../api/delivery/attempt.ts'
import { createBucketTarget } from '../../../api/publishing/targets/bucket.ts'
import type { TargetRelease } from '../../../api/publishing/targets/target.ts'
import { startBucketServer } from './bucket.ts'

/** Whose bucket it is. */
export const owner = () => Promise.resolve('this site')
/** Never aborted. */
export const signal = new AbortController().signal
export const always = () => true

/** A folder as a publish leaves it. Names with `.html` are pages. */
export function release(
  id: string,
  files: Record<string, string>,
  redirects: Record<string, string> = {},
): TargetRelease {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  const pages = Object.keys(files).filter((name) => name.endsWith('.html'))
  const manifest = {
    id,
    redirects,
    documents: { home: id },
    held: [],
    pages: Object.fromEntries(
      pages.map((name) => [name === 'index.html' ? '/' : `/${name.replace('.html', '')}`, { stamp: id }]),
    ),
  }
  const all = { ...files, 'release.json': JSON.stringify(manifest) }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(text))
  }
  return { folder, manifest, changed: [], isNewest: true }
}

export const files = {
  'index.html': '<h1>Home</h1>',
  'platform.html': '<h1>Platform</h1>',
  '404.html': '<h1>Nothing</h1>',
  'robots.txt': 'User-agent: *\n',
  '.well-known/security.txt': 'Contact: mailto:x@example.com\n',
  'assets/client-1a2b3c.js': 'export {}',
  _headers: '/*\n',
  'vercel.json': '{}',
}

/** A bucket and a target that delivers there. */
export async function newBucket(purgeUrl?: string) {
  const server = await startBucketServer()
  onTestFinished(() => {
    server.close()
  })
  const target = createBucketTarget({ ...server.options, owner, ...(purgeUrl && { purgeUrl }) })
  /** Delivers, and says what was written. */
  async function deliver(which: TargetRelease): Promise<string[]> {
    server.log.length = 0
    await target.deliver(which, signal, always)
    return server.log.filter((line) => !line.startsWith('GET') && line !== 'PUT owner.json')
  }
  return { ...server, target, deliver }
}

/** What a delivery fails with. */
export async function failureOf(delivery: Promise<void>): Promise<AttemptFailed> {
  const failure = await delivery.catch((error: unknown) => error)
  if (failure instanceof AttemptFailed) return failure
  throw new Error('The delivery did not fail as deliveries do.', { cause: failure })
}
