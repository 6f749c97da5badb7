/**
 * For each node of the page, how the server wrote it last: what scripts have changed since is kept, and a part that the
 * server still writes alike is left alone.
 */
export interface ServerState {
  /** Records for `live` and all below it what the server wrote: `written`, a copy that no script touches. */
  remember(this: void, live: Node, written: Node): void
  /** The same for `live` alone. */
  rememberOne(this: void, live: Node, written: Node): void
  written(this: void, live: Node): Node | undefined
}

/** Records the page as it is now, before any other script has run. */
export function noteServerState(root: HTMLElement): ServerState {
  const known = new WeakMap<Node, Node>()

  function remember(live: Node, written: Node): void {
    known.set(live, written)
    written.childNodes.forEach((child, i) => {
      const own = live.childNodes[i]
      if (own) remember(own, child)
    })
  }

  remember(root, root.cloneNode(true))
  return {
    remember,
    rememberOne: (live, written) => void known.set(live, written),
    written: (live) => known.get(live),
  }
}
