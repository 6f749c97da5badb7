import { isOperational } from '../contract/operational-error.ts'
import { ProblemError } from '../contract/problem.ts'
import { noRelease } from '../contract/problems.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Nodes } from './nodes.ts'
import type { Manifest, Renderer } from './renderer.ts'

interface Options {
  store: Pick<PublishStore, 'releases'>
  getRenderer: () => Promise<Renderer>
  dist: string
  /** The other nodes; none if this server is alone. */
  nodes: Pick<Nodes, 'switchTo'> | undefined
  /** Called with what is served from now on. */
  onSwitch: (manifest: Manifest) => void
}

/**
 * Switches the site to an earlier release, which pins it there, or to the newest, which ends the pin. No publish may
 * run meanwhile. Rejects with a ProblemError if the release can't be served again.
 */
export function createSiteSwitch({
  store,
  getRenderer,
  dist,
  nodes,
  onSwitch,
}: Options): (id: string) => Promise<void> {
  async function switchHere(id: string, isPinned: boolean): Promise<Manifest> {
    const pinned = await store.releases.pinned()
    // The pin comes first: after a crash in between, the next start makes the switch.
    await store.releases.pin(isPinned ? id : undefined)
    try {
      return await (await getRenderer()).switchRelease(dist, id)
    } catch (error) {
      // The failure may have come after the switch, or the thread may have died before its answer.
      const served = await getRenderer()
        .then((renderer) => renderer.manifest(dist))
        .catch(() => undefined)
      if (served?.id === id) return served
      await store.releases.pin(pinned)
      throw error
    }
  }

  return async (id) => {
    const list = await store.releases.list()
    if (!list.some((release) => release.id === id))
      throw new ProblemError(noRelease('There is no such version in the list. Reload it and choose again.'))
    const isPinned = list[0]?.id !== id
    try {
      onSwitch(await (nodes ? nodes.switchTo(id, { isPinned }) : switchHere(id, isPinned)))
    } catch (error) {
      if (!isOperational(error)) throw error
      throw new ProblemError(noRelease(error.message))
    }
  }
}
