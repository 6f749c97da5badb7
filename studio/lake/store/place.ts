/** Index of the first item of a sorted list that is not before the wanted one; the list's length where all are. */
export function placeOf<Item, Wanted>(
  list: readonly Item[],
  wanted: Wanted,
  isBefore: (item: Item, wanted: Wanted) => boolean,
): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = list[middle]
    if (candidate !== undefined && isBefore(candidate, wanted)) low = middle + 1
    else high = middle
  }
  return low
}
