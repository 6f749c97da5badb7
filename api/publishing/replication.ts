import type { Nodes } from './nodes.ts'
import type { PublishLoop } from './publish-loop.ts'
import type { NodeWork } from './reconciler.ts'
import type { Manifest } from './renderer.ts'

/** What publishing does as one of several nodes. */
export interface Replication {
  /** Has a release that was published here served by all, unless it is. @throws OperationalError if it may not */
  share(manifest: Manifest): Promise<void>
  /** Says that the release that was served last is written down as well. */
  recorded(): void
  /** Does so again, as files of it were finished, unless another release is served by now. */
  finish(manifest: Manifest): Promise<void>
  work: NodeWork
}

interface Parts {
  nodes: Nodes
  loop: Pick<PublishLoop, 'inTurn' | 'wake'>
  current: () => Manifest | undefined
  /** Called with a release that is served from now on, and that another node published. */
  onTaken: (manifest: Manifest) => void
  /** Renders the newest content, which another node published, with the code of this build. */
  rerender: () => Promise<void>
  /** Takes up where another node or process ended, with what is served here. */
  lead: () => Promise<void>
  follow: () => void
}

/**
 * The node with the lease publishes each release once and stores it; all others fetch what they lack of it and switch.
 * Nodes of another build, as there are while they are upgraded one by one, can't show its pages: each renders the same
 * content for itself, until the lease is with a node of its build.
 */
export function createReplication(parts: Parts): Replication {
  const { nodes, loop, current, onTaken, rerender } = parts
  /** The release that was last shared from here, what was last taken from others, and what was last rendered anew. */
  let shared: string | undefined
  let taken: string | undefined
  let rerendered: string | undefined
  /** The release that was shared from here while its run is not over. */
  let unrecorded: string | undefined

  function isServed(served: { id: string; version: number }): boolean {
    if (rerendered === nameOf(served)) return true
    // A build takes the place of what was taken.
    return served.id === current()?.id && (served.id === shared || taken === nameOf(served))
  }

  async function takeServed(): Promise<void> {
    const { served, pinned } = await nodes.read()
    // This node may have served another one since it was looked at.
    if (!served || isServed(served)) return
    // Its run could not write it down. The next one does, as long as it finds another release before it.
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
        // A release that was published meanwhile stays the served one.
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

/** Another version of a release has other files. */
function nameOf({ id, version }: { id: string; version: number }): string {
  return `${id} ${version}`
}
