/**
 * The fewest items that have to be taken away so that the rest has no faults, each with the faults while it is the only
 * one of them that is left. They are found by halving (QuickXplain, Junker 2004): one among a thousand in some twenty
 * tries. Of two that are only wrong together, the first one is taken.
 * @param faultsWithout the faults while some are taken away; there have to be none while all are
 */
export async function fewest<Item, Fault>(
  all: readonly Item[],
  faultsWithout: (taken: readonly Item[]) => Promise<readonly Fault[]>,
): Promise<Map<Item, readonly Fault[]>> {
  /** The fewest of `items`, in addition to those already `taken`. */
  async function among(
    items: readonly Item[],
    taken: readonly Item[],
    known?: readonly Fault[],
  ): Promise<Map<Item, readonly Fault[]>> {
    const [first] = items
    if (first === undefined) return new Map()
    const faults = known ?? (await faultsWithout(taken))
    if (faults.length === 0) return new Map()
    if (items.length === 1) return new Map([[first, faults]])
    const half = items.length >> 1
    const [ahead, behind] = [items.slice(0, half), items.slice(half)]
    const later = await among(behind, [...taken, ...ahead])
    const earlier = await among(ahead, [...taken, ...later.keys()], later.size === 0 ? faults : undefined)
    return new Map([...earlier, ...later])
  }
  return among(all, [])
}
