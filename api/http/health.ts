import { Hono } from 'hono'
import { ProblemError } from '../contract/problem.ts'
import { starting } from '../contract/problems.ts'
import { NO_STORE } from './answers.ts'
import type { NodeContext, NodeEnv } from './client-address.ts'
import { otherMethods } from './other-methods.ts'

/** What a server that publishes knows of its site. */
interface SiteHealth {
  /** Whether there are pages to serve, of whatever age. */
  isServed: () => Promise<boolean>
  /** What keeps it from being as it was published. */
  faults: () => string[]
}

/** What a part needs, each with how it answers. */
interface PartHealth {
  readiness: () => Promise<Record<string, Readiness>>
  /** What keeps it from its work. */
  faults: () => string[]
}

interface HealthOptions {
  isReady: () => boolean
  /** Those that take posts and content, as far as they are open. */
  parts: readonly (PartHealth | undefined)[]
  /** Whether the sender may read what is wrong: it names documents and quotes the database. */
  mayRead: (context: NodeContext) => boolean
  site?: SiteHealth | undefined
}

/**
 * `GET /health`: 200 once the start is over, 503 before: the process works, and another start would change nothing.
 * `GET /ready`: how each dependency answers, and what is wrong. 503 where there is no page to serve at all or posts
 * can't be stored, so that a load balancer asks another node. An older release than was published, or content that
 * can't be edited, is 200 and `degraded`: this node serves well, and so would no other.
 */
export function healthRoutes({ isReady, parts, mayRead, site }: HealthOptions): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .get('/health', (c) => {
      if (!isReady()) throw new ProblemError(starting)
      return c.json({ status: 'ok' }, 200, NO_STORE)
    })
    .all('/health', otherMethods('GET, HEAD'))
    .get('/ready', async (c) => {
      if (!isReady()) throw new ProblemError(starting)
      const answers = await Promise.all(parts.map(async (part) => part?.readiness()))
      const dependencies: Record<string, Readiness> = Object.assign(
        {},
        ...answers,
        site && { site: siteReadiness(site) },
      )
      const failing = Object.values(dependencies).includes('failing')
      const isServed = (await site?.isServed()) ?? true
      const status = dependencies['store'] === 'failing' || !isServed ? 503 : 200
      // Strangers are told which dependency fails, and not why.
      const messages = mayRead(c) ? [...parts, site].flatMap((part) => part?.faults() ?? []) : []
      const details = messages.length > 0 && { faults: messages }
      return c.json({ status: failing ? 'degraded' : 'ok', dependencies, ...details }, status, NO_STORE)
    })
    .all('/ready', otherMethods('GET, HEAD'))
}

function siteReadiness({ faults }: SiteHealth): Readiness {
  return faults().length === 0 ? 'ok' : 'failing'
}

/** Whether something that this process needs answers; `off` where it is not configured. */
export type Readiness = 'ok' | 'failing' | 'off'

/**
 * Asks each dependency, at most every few seconds, however often its caller asks. One that did not answer in time is
 * waited for no more until it is well again: a load balancer waits for a second or so, and would leave every node out
 * where a mail server is silent.
 */
export function createReadiness(
  checks: Readonly<Record<string, (() => Promise<unknown>) | undefined>>,
  { keptMs = 5_000, limitMs = 3_000, now = () => performance.now() } = {},
): () => Promise<Record<string, Readiness>> {
  let last: { at: number; answers: Promise<Record<string, Readiness>> } | undefined
  const silent = new Set<string>()

  async function answerOf(name: string, check: () => Promise<unknown>): Promise<Readiness> {
    const answer = soon(check, limitMs)
    if (silent.has(name)) {
      void answer.then((said) => said === 'ok' && silent.delete(name))
      return 'failing'
    }
    const said = await answer
    if (said !== 'late') return said
    silent.add(name)
    return 'failing'
  }

  async function ask(): Promise<Record<string, Readiness>> {
    const answers = Object.entries(checks).map(async ([name, check]): Promise<[string, Readiness]> => [
      name,
      check ? await answerOf(name, check) : 'off',
    ])
    return Object.fromEntries(await Promise.all(answers))
  }
  return () => {
    if (!last || now() - last.at >= keptMs) last = { at: now(), answers: ask() }
    return last.answers
  }
}

async function soon(check: () => Promise<unknown>, limitMs: number): Promise<'ok' | 'failing' | 'late'> {
  const late = AbortSignal.timeout(limitMs)
  const tooLate = new Promise<'late'>((resolve) => {
    late.addEventListener('abort', () => resolve('late'))
  })
  // A check that throws at once fails as one that rejects.
  const answer = (async () => check())().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([answer, tooLate])
}
