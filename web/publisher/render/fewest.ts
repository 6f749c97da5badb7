/**
 * The fewest items that must be taken away so that nothing is wrong with the others, each with what is wrong while it
 * alone of them is left. They are found by halves (QuickXplain, Junker 2004): one among a thousand in some twenty
 * tries. Of two that only together are wrong, the one further ahead is taken.
 * @param faultsWithout what is wrong while some are taken away: nothing may be while all are
 */
export async function fewest<Item, Fault>(
  all: readonly Item[],
  faultsWithout: (taken: readonly Item[]) => Promise<readonly Fault[]>,
): Promise<Map<Item, readonly Fault[]>> {
  /** Those of `items`, beside those that are `taken` already. */
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
