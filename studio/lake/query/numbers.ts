type Numbers = readonly number[]

/** The numbers of any of the lists, each once, ascending as in the lists. @param end above all of them */
export function union(lists: readonly Numbers[], end: number): Numbers {
  const [first = [], ...others] = lists
  if (others.length === 0) return first
  const marks = new Uint8Array(end)
  for (const list of lists) for (const number of list) marks[number] = 1
  const numbers: number[] = []
  for (let number = 0; number < end; number++) if (marks[number] === 1) numbers.push(number)
  return numbers
}

/** The numbers that are in both lists, which ascend. */
export function intersection(list: Numbers, other: Numbers): Numbers {
  return select(list, other, true)
}

/** The numbers of the list that are not in the other; both ascend. */
export function difference(list: Numbers, other: Numbers): Numbers {
  return select(list, other, false)
}

function select(list: Numbers, other: Numbers, isWanted: boolean): Numbers {
  const selected: number[] = []
  let at = 0
  for (const number of list) {
    while ((other[at] ?? number) < number) at++
    if ((other[at] === number) === isWanted) selected.push(number)
  }
  return selected
}
