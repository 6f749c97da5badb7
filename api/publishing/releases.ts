import { ProblemError } from '../contract/problem.ts'
import { noRelease } from '../contract/problems.ts'
import type { ReleaseChanges, ReleaseHistory, ReleaseList } from '../contract/publishing.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Nodes } from './nodes.ts'
import type { PublishLoop } from './publish-loop.ts'
import { visibleReleases } from './release-records.ts'
import type { Manifest, Renderer } from './renderer.ts'
import { createSiteSwitch } from './site-switch.ts'

/** The releases that are kept, and the way from one to another. */
export interface Releases {
  releases(): Promise<ReleaseList>
  /** When a release was made that the site can be switched to, as the list shows it; null if there is none. */
  madeAt(id: string): Promise<string | null>
  history(): Promise<ReleaseHistory>
  /**
   * What visitors see of a release that they did not see in the one before it in the list.
   * @throws ProblemError if one of the two is no longer kept
   */
  changes(id: string): Promise<ReleaseChanges>
  /**
   * Switches the site to an earlier release, which pins it there, or to the newest, which ends the pin.
   * @throws ProblemError if it can't be served again
   */
  switchTo(id: string): Promise<ReleaseList>
}

export interface ReleasesOptions {
  store: Pick<PublishStore, 'releases'>
  loop: Pick<PublishLoop, 'inTurn' | 'wake'>
  getRenderer: () => Promise<Renderer>
  dist: string
  /** The other nodes; none if this server is alone. */
  nodes: Pick<Nodes, 'fetch' | 'switchTo'> | undefined
  current: () => Manifest | undefined
  onSwitch: (manifest: Manifest) => void
}

export function createReleases(options: ReleasesOptions): Releases {
  const { store, loop, getRenderer, dist, nodes, current } = options
  const switchSite = createSiteSwitch(options)

  async function releases(): Promise<ReleaseList> {
    const list = visibleReleases(await store.releases.list())
    return { releases: list, current: current()?.id ?? null, pinned: (await store.releases.pinned()) ?? null }
  }

  async function madeAt(id: string): Promise<string | null> {
    const list = await store.releases.list()
    // The list shows some releases under the time of another, and leaves out others that can be switched to all the
    // same.
    return [...visibleReleases(list), ...list].find((release) => release.id === id)?.at ?? null
  }

  async function history(): Promise<ReleaseHistory> {
    const list = visibleReleases(await store.releases.history())
    return { releases: list.map(({ id, at, documents, pages }) => ({ id, at, documents, pages })) }
  }

  async function changes(id: string): Promise<ReleaseChanges> {
    const list = visibleReleases(await store.releases.list())
    const index = list.findIndex((release) => release.id === id)
    const before = index === -1 ? undefined : list[index + 1]
    if (before && nodes) for (const one of [before.id, id]) await nodes.fetch(one)
    const found = before && (await (await getRenderer()).releaseChanges(dist, before.id, id))
    if (!found) throw new ProblemError(noRelease('The version before this one is no longer kept.'))
    return found
  }

  function switchTo(id: string): Promise<ReleaseList> {
    return loop.inTurn(async () => {
      await switchSite(id)
      loop.wake()
      return releases()
    })
  }

  return { releases, madeAt, history, changes, switchTo }
}
