import { Hono } from 'hono'
import { ProblemError, starting } from '../contract/problems.ts'

const headers = { 'cache-control': 'no-store' }

/**
 * `GET /health`: 200 once pages and API are served, 503 before.
 * `GET /ready`: the same, and how each dependency answers; 503 too where posts can't be stored, with the reason.
 */
export function healthRoutes(
  isReady: () => boolean,
  readiness: () => Promise<Record<string, Readiness>>,
  faults: () => string[] = () => [],
): Hono {
  return new Hono()
    .get('/health', (c) => {
      if (!isReady()) throw new ProblemError(starting)
      return c.json({ status: 'ok' }, 200, headers)
    })
    .get('/ready', async (c) => {
      if (!isReady()) throw new ProblemError(starting)
      const dependencies = await readiness()
      const failing = Object.values(dependencies).includes('failing')
      const status = dependencies['store'] === 'failing' ? 503 : 200
      const messages = faults()
      const said = messages.length > 0 && { faults: messages }
      return c.json({ status: failing ? 'degraded' : 'ok', dependencies, ...said }, status, headers)
    })
}

/** Whether something that this process needs answers; `off` where it is not configured. */
export type Readiness = 'ok' | 'failing' | 'off'

/** Asks each dependency, at most every few seconds, however often it is asked itself. */
export function createReadiness(
  checks: Readonly<Record<string, (() => Promise<unknown>) | undefined>>,
  { keptMs = 5_000, limitMs = 3_000, now = Date.now } = {},
): () => Promise<Record<string, Readiness>> {
  let last: { at: number; answers: Promise<Record<string, Readiness>> } | undefined

  async function ask(): Promise<Record<string, Readiness>> {
    const answers = Object.entries(checks).map(async ([name, check]): Promise<[string, Readiness]> => [
      name,
      check ? await answerOf(check, limitMs) : 'off',
    ])
    return Object.fromEntries(await Promise.all(answers))
  }
  return () => {
    if (!last || now() - last.at >= keptMs) last = { at: now(), answers: ask() }
    return last.answers
  }
}

async function answerOf(check: () => Promise<unknown>, limitMs: number): Promise<Readiness> {
  const late = AbortSignal.timeout(limitMs)
  const tooLate = new Promise<'failing'>((resolve) => {
    late.addEventListener('abort', () => resolve('failing'))
  })
  // A check that throws at once fails as one that rejects.
  const answer = (async () => check())().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([answer, tooLate])
}
