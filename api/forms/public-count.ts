import { createHmac } from 'node:crypto'

/** From here on the number is told, below it only whether there are two. */
const told = 50

/**
 * How many joined, as strangers may know it: 0 below two entries, 2 from two on, tens from 50 on.
 * Never more than is true.
 *
 * Plain rounding would tell whether an address is new to who first fills the list up to one below a ten:
 * its post then turns the number, or does not. So each count is a step or none, as a secret has it, one in
 * three, and the number is rounded down from the last step. A turn shows that an address was new, which is
 * no secret; that there was none shows nothing for certain, and an address can be asked about only once.
 *
 * 2 and 50 are steps for everybody, as the line in the hero begins there. At 2, a number that stays may mean
 * that the list was empty or that the address is its only one, and nothing tells these two apart. At 50,
 * only who has filled a list of a single other entry himself knows that he is one below it.
 */
export function publicCount(joined: number, secret: string): number {
  if (joined < told) return joined < 2 ? 0 : 2
  let step = joined
  while (step > told && !isStep(step, secret)) step -= 1
  return Math.floor(step / 10) * 10
}

function isStep(count: number, secret: string): boolean {
  return createHmac('sha256', secret).update(String(count)).digest().readUInt16BE() % 3 === 0
}
