/** Does the work for each item, so many at once. Rejects with the first failure, once no more work is under way. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  let failed: { reason: unknown } | undefined
  async function next(): Promise<void> {
    for (const item of left) {
      if (failed) return
      await work(item).catch((reason: unknown) => {
        failed ??= { reason }
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  if (failed) throw failed.reason
}
