/** Runs work one after the other, in the order of the calls, whether the work before succeeded or not. */
export type Serial = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createSerial(): Serial {
  let tail: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
}
