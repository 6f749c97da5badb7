import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Nodes } from './nodes.ts'
import { recordOf } from './release-records.ts'
import type { Manifest, Renderer } from './renderer.ts'

interface Place {
  store: PublishStore
  nodes: Nodes | undefined
  dist: string
  renderer: Renderer
}

/**
 * Writes down what is served and is in no record: a build's release, or that of a process which ended before it could
 * do so. Then turns back to the release that the site is pinned to, if it is.
 * @returns what is served after it
 */
export async function adoptServed(
  current: Manifest | undefined,
  { store, nodes, dist, renderer }: Place,
): Promise<Manifest | undefined> {
  const [last] = await store.releases.list()
  if (current && (last === undefined || current.id > last.id)) {
    const before = last && (await renderer.manifest(dist, last.id))
    const cause = before?.build === current.build ? 'publish' : 'build'
    await store.releases.put(recordOf(before, current, { cause, tookMs: 0 }))
  }
  const pinned = await store.releases.pinned()
  // Records that were restored say what the site is pinned to, and not yet to the other nodes.
  const served = nodes ? (await nodes.read()).served?.id : current?.id
  if (pinned === undefined || (current?.id === pinned && served === pinned)) return current
  return nodes ? nodes.switchTo(pinned, { isPinned: true }) : renderer.switchRelease(dist, pinned)
}
