/** Does one thing after another, in the order in which they were asked for, whatever the one before ended with. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createTurn(): InTurn {
  let tail: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}
