import { stampIn } from '../contract/releases.ts'
import type { Manifest } from './renderer.ts'

/** Returns those of these pages that, fetched as a visitor gets them, are not the manifest's. */
export type VerifyServed = (paths: readonly string[], manifest: Manifest) => Promise<string[]>

const ATTEMPTS = 3
const PAUSE_MS = 150
const AT_ONCE = 8
const TIMEOUT_MS = 10_000

/** Reads pages over HTTP, from `origin`. What fails is fetched again twice: a proxy may need a moment. */
export function createVerifyServed(origin: string): VerifyServed {
  return async (paths, manifest) => {
    let wrong = [...paths]
    for (let attempt = 1; attempt <= ATTEMPTS && wrong.length > 0; attempt += 1) {
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
      wrong = await wrongPages(origin, wrong, manifest)
    }
    return wrong
  }
}

async function wrongPages(origin: string, paths: readonly string[], manifest: Manifest): Promise<string[]> {
  const left = [...paths]
  const wrong: string[] = []
  async function work(): Promise<void> {
    for (let path = left.shift(); path !== undefined; path = left.shift())
      if ((await stampOf(origin + encodeURI(path))) !== manifest.pages[path]?.stamp) wrong.push(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}

/** Asks for brotli, as nearly every browser does. */
async function stampOf(url: string): Promise<string | undefined> {
  try {
    const headers = { 'accept-encoding': 'br', 'cache-control': 'no-cache' }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return stampIn(await response.text())
  } catch {
    return undefined
  }
}
