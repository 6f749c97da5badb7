import { setTimeout as pause } from 'node:timers/promises'
import { revisionProof, type PublicManifest } from '../../../web/publisher/release/public-manifest.ts'
import { stampIn } from '../../contract/releases.ts'
import type { TargetRelease } from './target.ts'

/** How many pages are read back: those that changed, or any if that is not known. */
const PAGES_READ = 10

/**
 * Whether another host serves this release's content: its manifest proves every revision that the pages here were made
 * from, and its pages carry the stamps that its manifest names. Its ids and stamps may differ from ours, as its build
 * may. Never throws: a host that does not answer serves nothing.
 */
export async function serves(siteUrl: string, { manifest, changed }: TargetRelease): Promise<boolean> {
  try {
    const theirs = JSON.parse(await read(`${siteUrl}/release.json`)) as PublicManifest
    const proven = new Set(theirs.revisions)
    if (Object.entries(manifest.documents).some(([id, rev]) => !proven.has(revisionProof(id, rev))))
      return false
    const asked = (changed.length > 0 ? changed : Object.keys(manifest.pages))
      .filter((path) => path !== '/404')
      .slice(0, PAGES_READ)
    const stamps = await Promise.all(asked.map(async (path) => stampIn(await read(siteUrl + path))))
    return asked.every((path, index) => stamps[index] === theirs.pages[path]?.stamp)
  } catch {
    return false
  }
}

/** Asks until the host serves the release. Returns how long that took in ms, or undefined after `limitMs`. */
export async function waitUntilServed(
  siteUrl: string,
  release: TargetRelease,
  { limitMs, everyMs, signal }: { limitMs: number; everyMs: number; signal: AbortSignal },
): Promise<number | undefined> {
  const start = performance.now()
  while (!signal.aborted && performance.now() - start < limitMs) {
    if (await serves(siteUrl, release)) return performance.now() - start
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return undefined
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { 'cache-control': 'no-cache' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}
