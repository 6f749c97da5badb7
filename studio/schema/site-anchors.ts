/** Forms ask again with every letter that is typed. */
const KEEP_MS = 10_000
const DEADLINE_MS = 3_000

interface Asked {
  at: number
  anchors: Promise<ReadonlySet<string> | undefined>
}

const asked = new Map<string, Asked>()

/** The anchors of a page as visitors get it; nothing where the site does not answer, as on another origin. */
export function anchorsAt(path: string): Promise<ReadonlySet<string> | undefined> {
  const known = asked.get(path)
  if (known && Date.now() - known.at < KEEP_MS) return known.anchors
  const anchors = read(path).catch(() => undefined)
  asked.set(path, { at: Date.now(), anchors })
  return anchors
}

async function read(path: string): Promise<ReadonlySet<string> | undefined> {
  const response = await fetch(path, { signal: AbortSignal.timeout(DEADLINE_MS) })
  const html = await response.text()
  // Another program's page says nothing about this site's.
  if (!response.ok || !html.includes('<main id="main"')) return undefined
  return new Set([...html.matchAll(/\sid="([^"]+)"/gu)].map(([, id = '']) => id))
}
