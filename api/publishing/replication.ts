import type { Nodes } from './nodes.ts'
import type { PublishLoop } from './publish-loop.ts'
import type { NodeWork } from './reconciler.ts'
import type { Manifest } from './renderer.ts'

/** What publishing does as one of several nodes. */
export interface Replication {
  /** Makes all nodes serve a release that was published here, unless they do. @throws OperationalError if it may not */
  share(manifest: Manifest): Promise<void>
  /** The release that was shared last has its record. */
  recorded(): void
  /** Shares a release again, with the files that were finished since, unless another one is served by now. */
  finish(manifest: Manifest): Promise<void>
  work: NodeWork
}

interface Parts {
  nodes: Nodes
  loop: Pick<PublishLoop, 'inTurn' | 'wake'>
  current: () => Manifest | undefined
  /** Called with a release of another node once it is served here. */
  onTaken: (manifest: Manifest) => void
  /** Renders the content that another node published with the code of this build. */
  rerender: () => Promise<void>
  /** Takes up where another node or process ended: records what is served here, for example. */
  lead: () => Promise<void>
  follow: () => void
}

/**
 * The node with the lease publishes each release and stores it. All others fetch what they lack of it, and switch to
 * it. While nodes are upgraded one by one, those of another build can't show its pages: each renders the same content
 * itself, until a node of its build has the lease.
 */
export function createReplication(parts: Parts): Replication {
  const { nodes, loop, current, onTaken, rerender } = parts
  /** The releases that were last shared from here, taken from others, and rendered again. */
  let shared: string | undefined
  let taken: string | undefined
  let rerendered: string | undefined
  /** The release that was shared from here, until it has its record. */
  let unrecorded: string | undefined

  function isServed(served: { id: string; version: number }): boolean {
    if (rerendered === nameOf(served)) return true
    // A build here may have replaced a release that was taken.
    return served.id === current()?.id && (served.id === shared || taken === nameOf(served))
  }

  async function takeServed(): Promise<void> {
    const { served, pinned } = await nodes.read()
    // This node may serve another release since the last check.
    if (!served || isServed(served)) return
    // Its run could not record it. The next run does so, if it finds another release served before it.
    if (served.id === unrecorded && nodes.hasLease()) return
    if (served.build === (await nodes.build()) || served.id === pinned) {
      onTaken(await nodes.take(served.id))
      taken = nameOf(served)
      unrecorded = undefined
    } else if (!nodes.hasLease()) {
      await rerender()
      rerendered = nameOf(served)
    }
  }

  return {
    share: async (manifest) => {
      if (shared === manifest.id) return
      const { served } = await nodes.read()
      if (served?.id !== manifest.id) {
        unrecorded = manifest.id
        await nodes.share(manifest)
      }
      shared = manifest.id
    },
    recorded: () => {
      unrecorded = undefined
    },
    finish: async (manifest) => {
      await loop.inTurn(async () => {
        // A release that was published meanwhile stays served.
        if (current()?.id === manifest.id) await nodes.share(manifest)
      })
      await nodes.prune()
    },
    work: {
      lead: async () => {
        await loop.inTurn(takeServed)
        await parts.lead()
        const manifest = current()
        const { served, pinned } = await nodes.read()
        if (manifest && pinned === undefined && served?.id !== manifest.id) await nodes.share(manifest)
        shared = manifest?.id
      },
      follow: parts.follow,
      serve: async (served) => {
        if (!isServed(served)) await loop.inTurn(takeServed)
      },
      wake: () => loop.wake(),
    },
  }
}

/** Each version of a release has other files. */
function nameOf({ id, version }: { id: string; version: number }): string {
  return `${id} ${version}`
}
