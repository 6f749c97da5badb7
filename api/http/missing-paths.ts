import { Hono } from 'hono'
import { countedPath, type MissingPath } from '../contract/missing-paths.ts'
import { DAY_MS } from '../contract/time.ts'
import { editorOf, type CheckEditor } from '../editors/editors.ts'
import type { MissingPathStore } from '../store/missing-paths.ts'
import { NO_STORE } from './answers.ts'
import type { NodeEnv } from './client-address.ts'
import { otherMethods } from './other-methods.ts'

/** Counts addresses at which visitors found nothing. It keeps nothing about a visitor. */
export interface MissingPaths {
  /** Notes one answer of 404. @param path as asked for, decoded */
  count(path: string): void
  /** The commonest of the last seven days. */
  lastWeek(): Promise<MissingPath[]>
  /** Writes what it counted. */
  close(): Promise<void>
}

const WRITTEN_EVERY_MS = 60_000
/** Paths kept until they are written. Whoever asks for more of them is asking at random. */
const MAX_WAITING = 1_000

/** @param onFault called with why counts can't be written: they wait, and visitors notice nothing */
export function createMissingPaths(
  store: MissingPathStore,
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
): MissingPaths {
  let waiting = new Map<string, number>()

  async function write(): Promise<void> {
    if (waiting.size === 0) return
    const counts = waiting
    waiting = new Map()
    try {
      await store.add(dayOf(now()), counts)
    } catch (error) {
      for (const [path, count] of counts) add(path, count)
      onFault(error)
    }
  }

  function add(path: string, count: number): void {
    const known = waiting.get(path)
    if (known !== undefined || waiting.size < MAX_WAITING) waiting.set(path, (known ?? 0) + count)
  }
  const timer = setInterval(() => void write(), WRITTEN_EVERY_MS).unref()

  return {
    count: (path) => {
      const counted = countedPath(path)
      if (counted !== undefined) add(counted, 1)
    },
    lastWeek: async () => {
      await write()
      return store.since(dayOf(now() - 6 * DAY_MS))
    },
    close: () => {
      clearInterval(timer)
      return write()
    },
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * `GET /missing-paths`: what visitors asked for in vain within a week, for editors only.
 * @param isAnswered says whether something answers there by now
 */
export function missingPathRoutes(
  missing: MissingPaths,
  isAnswered: () => Promise<(path: string) => boolean>,
  checkEditor: CheckEditor,
): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .get('/missing-paths', async (c) => {
      await editorOf(c, checkEditor, 'see')
      const answered = await isAnswered()
      const paths = (await missing.lastWeek()).filter(({ path }) => !answered(path))
      return c.json(paths, { headers: NO_STORE })
    })
    .all('/missing-paths', otherMethods('GET, HEAD'))
}
