import { ProblemError } from '../contract/problem.ts'
import { tooManyReads } from '../contract/problems.ts'

/** Renders pages of drafts a few at a time, as the same thread publishes, too. */
export interface RenderQueue {
  /**
   * Renders when its turn comes. Links wait for links alone: editors see their own drafts whoever looks on.
   * @param client address of somebody with a share link; undefined for an editor
   * @throws ProblemError 503 if too many wait already
   */
  take<Page>(client: string | undefined, render: () => Promise<Page>): Promise<Page>
}

/** Rendered at a time for editors, and for all who have links: each change of a draft has every open page asked for. */
const AT_ONCE = { editors: 4, links: 1 }
/** Those that are rendered or wait, of either. */
const MAX_TOTAL = 100
/** Of one address with links, which a whole office may share. */
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
    // A render that ends hands its place on, so that none gets in between.
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
