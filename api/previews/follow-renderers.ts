import { errorCode, OperationalError } from '../contract/operational-error.ts'
import { pauseAfter } from '../publishing/back-off.ts'
import type { DraftsOptions, Renderer, Renderers } from '../publishing/renderer.ts'
import type { Drafts } from './drafts.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/** The drafts as the newest renderer has them. */
interface FollowedDrafts {
  /** @throws OperationalError while nothing is built that could render them */
  current(this: void): Promise<Drafts>
  close(): void
}

/** The drafts of the newest build's renderer. Listeners stay when its thread is replaced. */
export function followRenderers(renderers: Renderers, options: DraftsOptions): FollowedDrafts {
  const listeners = new Set<() => void>()
  let opened: { renderer: Renderer; drafts: Promise<Drafts> } | undefined
  let source: Drafts | undefined
  let unfollow: (() => void) | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    follow()
    return () => {
      listeners.delete(listener)
      follow()
    }
  }

  /** Follows the drafts only while somebody listens: otherwise the thread would never be idle. */
  function follow(): void {
    unfollow?.()
    unfollow = listeners.size > 0 ? source?.subscribe(tell) : undefined
  }

  async function open(renderer: Renderer): Promise<Drafts> {
    const drafts = await renderer.drafts(options)
    if (opened?.renderer === renderer) {
      source = drafts
      follow()
    }
    void renderer.ended.then(() => (opened?.renderer === renderer ? reopen(1) : undefined))
    return { ...drafts, subscribe }
  }

  /** Opens the drafts again for listeners, which ask for nothing themselves, and tells them of changes meanwhile. */
  function reopen(attempt: number): void {
    clearTimeout(retry)
    if (isClosed || listeners.size === 0) return
    retry = setTimeout(
      () => {
        current().then(tell, () => reopen(attempt + 1))
      },
      pauseAfter(attempt, FIRST_RETRY_MS, MAX_RETRY_MS),
    )
    retry.unref()
  }

  async function current(): Promise<Drafts> {
    const renderer = await renderers.current().catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error
      throw new OperationalError('There are no pages to preview yet: run "npm run build" once.')
    })
    if (opened?.renderer === renderer) return opened.drafts
    const drafts = open(renderer)
    const own = { renderer, drafts }
    opened = own
    drafts.catch(() => {
      if (opened === own) opened = undefined
    })
    return drafts
  }

  return {
    current,
    close: () => {
      isClosed = true
      clearTimeout(retry)
    },
  }
}
