import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { Nodes } from './nodes.ts'
import { recordOf } from './release-records.ts'
import type { Manifest, SitePublisher } from './site.ts'

interface Place {
  store: PublishStore
  nodes: Nodes | undefined
  dist: string
  publisher: SitePublisher
}

/**
 * Writes down what is served and is in no record: a build's release, or that of a process which ended before it could
 * do so. Then turns back to the release that editors hold the site at, if they hold it.
 * @returns what is served after it
 */
export async function adoptServed(
  current: Manifest | undefined,
  { store, nodes, dist, publisher }: Place,
): Promise<Manifest | undefined> {
  const [last] = await store.releases.list()
  if (current && (last === undefined || current.id > last.id)) {
    const before = last && (await publisher.manifest(dist, last.id))
    const cause = before?.build === current.build ? 'publish' : 'build'
    const drawn = Object.keys(current.pages).length
    await store.releases.put(recordOf(before, current, { cause, drawn, tookMs: 0 }))
  }
  const pinned = await store.releases.pinned()
  // Records that were restored say where the site is held, and not yet to the other nodes.
  const served = nodes ? (await nodes.read()).served?.id : current?.id
  if (pinned === undefined || (current?.id === pinned && served === pinned)) return current
  return nodes ? nodes.turnTo(pinned) : publisher.switchRelease(dist, pinned)
}
