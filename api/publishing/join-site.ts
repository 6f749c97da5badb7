import { setTimeout as pause } from 'node:timers/promises'

/** How this process begins to publish: it builds once, then joins the site, alone or as one of several nodes. */
export interface SiteJoin {
  /** Builds and joins, unless that is done. @throws what the build failed at: the next call tries again */
  prepare(this: void): Promise<void>
  isBuilt(): boolean
  /** Resolves once this process has joined, or has waited long enough for it. @throws what the first build failed at */
  joined(): Promise<void>
  /** Ends the wait for the first build. */
  stop(): void
}

interface Options {
  /** Brings pages and programs to this version of the code. @throws ContentError if no site can be made */
  build: () => Promise<void>
  /** The other nodes; none if this server is alone. */
  nodes: { isLeader: () => boolean; start: () => Promise<void> } | undefined
  /** Reads from disk which release is served here. */
  findServed: () => Promise<void>
  /** Whether it is known which release is served here. */
  isServed: () => boolean
  /** Records what is served here, as far as it is not recorded yet. */
  adopt: () => Promise<void>
  /** Called with why what is served could not be taken over. */
  onFailure: (error: unknown) => void
}

/** How long a starting node waits to fetch what the others serve, in ms. */
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
      // The site that an earlier version of the code built stays served, and gets the publishes.
      if (!isServed()) await join().catch(() => undefined)
      firstBuild.reject(error)
      throw error
    }
    isBuilt = true
    // What could not be recorded now is recorded by the next publish. Pages are served meanwhile.
    await join().catch(onFailure)
    firstBuild.resolve()
  }

  /** Begins to publish: at once if it is alone, among nodes once the run that calls this is over. */
  async function join(): Promise<void> {
    if (!nodes) return adopt()
    // This build succeeded after the node began to lead, and only the leader records releases.
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
