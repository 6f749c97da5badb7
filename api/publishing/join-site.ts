import { setTimeout as pause } from 'node:timers/promises'

/** How this process comes to publish: it builds once, and then takes part, alone or as one of several nodes. */
export interface SiteJoin {
  /** Builds and takes part, unless that is done. @throws what the build failed at: the next call tries again */
  prepare(this: void): Promise<void>
  isBuilt(): boolean
  /** Resolves once this process takes part, or the others make it wait. @throws what the first build failed at */
  joined(): Promise<void>
  /** Has nobody wait for the first build any more. */
  stop(): void
}

interface Options {
  /** Brings pages and programs to this version of the code. @throws ContentError if no site can be made */
  build: () => Promise<void>
  /** The other nodes; none if this server is alone. */
  nodes: { isLeader: () => boolean; start: () => Promise<void> } | undefined
  /** Reads which release is served here. */
  findServed: () => Promise<void>
  /** Whether it is known which release is served here. */
  isServed: () => boolean
  /** Takes over what is served here, and writes it down. */
  adopt: () => Promise<void>
  /** Called with why what is served could not be taken over. */
  onFailure: (error: unknown) => void
}

/** A node that starts waits this long at most for what the others serve, which it has to fetch, in ms. */
const JOIN_MS = 10_000

export function createSiteJoin({ build, nodes, findServed, isServed, adopt, onFailure }: Options): SiteJoin {
  const firstBuild = Promise.withResolvers<void>()
  let isBuilt = false
  let joined: Promise<void> | undefined

  async function prepare(): Promise<void> {
    if (isBuilt) return
    try {
      await build()
    } catch (error) {
      // What an earlier version of the code left stays, and is published into.
      if (!isServed()) await join().catch(() => undefined)
      firstBuild.reject(error)
      throw error
    }
    isBuilt = true
    // What can't be taken over now is found by the next publish; pages are served meanwhile.
    await join().catch(onFailure)
    firstBuild.resolve()
  }

  /** Takes part in publishing: alone at once, among nodes as soon as the run that calls this is over. */
  async function join(): Promise<void> {
    if (!nodes) return adopt()
    // A build that succeeds late is of the node that publishes the releases, and nobody else writes it down.
    if (joined && nodes.isLeader()) return adopt()
    await findServed()
    joined ??= nodes.start()
    return undefined
  }

  return {
    prepare,
    isBuilt: () => isBuilt,
    joined: async () => {
      await firstBuild.promise
      await Promise.race([joined, pause(JOIN_MS, undefined, { ref: false })])
    },
    stop: () => firstBuild.resolve(),
  }
}
