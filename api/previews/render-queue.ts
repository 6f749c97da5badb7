import { ProblemError } from '../contract/problem.ts'
import { tooManyReads } from '../contract/problems.ts'

/** Renders pages of drafts, a few at a time, as the same thread also publishes. */
export interface RenderQueue {
  /**
   * Renders when its turn comes. Share links wait for share links alone, so that they hold up no editor.
   * @param client address of somebody with a share link; undefined for an editor
   * @throws ProblemError 503 if too many wait already
   */
  take<Page>(client: string | undefined, render: () => Promise<Page>): Promise<Page>
}

/** Pages rendered at a time, for editors and for share links: each change of a draft reloads every open page. */
const AT_ONCE = { editors: 4, links: 1 }
/** Pages of either kind that are being rendered or wait. */
const MAX_TOTAL = 100
/** For one address with share links, which a whole office may share. */
const MAX_OF_ADDRESS = 30

export function createRenderQueue(): RenderQueue {
  const editors = createQueue(AT_ONCE.editors)
  const links = createQueue(AT_ONCE.links)
  const byAddress = new Map<string, number>()

  return {
    take: async (client, render) => {
      if (client === undefined) return editors(render)
      const own = byAddress.get(client) ?? 0
      if (own >= MAX_OF_ADDRESS) throw new ProblemError(tooManyReads)
      byAddress.set(client, own + 1)
      try {
        return await links(render)
      } finally {
        const left = (byAddress.get(client) ?? 1) - 1
        if (left > 0) byAddress.set(client, left)
        else byAddress.delete(client)
      }
    },
  }
}

function createQueue(atOnce: number): <Page>(render: () => Promise<Page>) => Promise<Page> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (render) => {
    if (running + waiting.length >= MAX_TOTAL) throw new ProblemError(tooManyReads)
    if (running < atOnce) running += 1
    // A render that ends hands its place on, so that no newcomer takes it.
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await render()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
