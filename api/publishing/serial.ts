/** Does one thing after another, in the order in which they were asked for, whatever the one before ended with. */
export type Serial = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createSerial(): Serial {
  let tail: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}
