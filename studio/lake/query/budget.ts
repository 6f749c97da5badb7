import { LakeError } from '../errors.ts'
import { startWorkClock, type WorkClock } from '../work-clock.ts'

export interface BudgetOptions {
  /** How much work the query may be. */
  deadlineMs: number
  /** Most steps, of about one item looked at each. By default as many as the deadline allows. */
  steps?: number
}

/** Bounds the time and memory of one evaluation. Each function throws a LakeError once they are used up. */
export interface Budget {
  /** Counts steps, and checks the clock now and then. */
  spend: (steps: number) => void
  /** Counts values before memory is allocated for them. */
  make: (values: number) => void
  /** Counts the characters of a text before it is built. */
  write: (characters: number) => void
}

/** Steps between checks of the clock: about 30 µs of work. */
const STEPS_PER_LOOK = 1000

const MAX_VALUES = 5_000_000
const MAX_TEXT = 1_000_000
const MAX_TEXTS = 64_000_000

export function createBudget({ deadlineMs, steps = Number.POSITIVE_INFINITY }: BudgetOptions): Budget {
  let clock: WorkClock | undefined
  let [untilLook, stepsLeft] = [STEPS_PER_LOOK, steps]
  let [values, texts] = [0, 0]

  function look(): void {
    stepsLeft -= STEPS_PER_LOOK - untilLook
    untilLook = STEPS_PER_LOOK
    if (stepsLeft < 0)
      throw tooMuch('is too much work for a listener', 'filter by fields of the document alone')
    // Most queries end before the first look, and to start the clock would cost them more than they do.
    clock ??= startWorkClock()
    if (clock.exceeds(deadlineMs)) throw new LakeError(504, 'queryTimeoutError', timeoutText(deadlineMs))
  }

  return {
    spend: (count) => {
      untilLook -= count
      if (untilLook <= 0) look()
    },
    make: (count) => {
      values += count
      if (values > MAX_VALUES) throw tooMuch('makes too many values', 'ask for fewer documents or fields')
    },
    write: (characters) => {
      texts += characters
      if (characters > MAX_TEXT || texts > MAX_TEXTS) {
        throw tooMuch('makes texts that are too long', 'put together less')
      }
    },
  }
}

/**
 * @param what the query does, such as "has too many steps"
 * @param remedy what to do instead, to follow "Change it to"
 */
export function tooMuch(what: string, remedy: string): LakeError {
  return new LakeError(400, 'queryTooLargeError', `The query ${what}. Change it to ${remedy}.`)
}

function timeoutText(deadlineMs: number): string {
  return `The query took longer than ${deadlineMs} ms and was stopped. Ask for less, or filter by _type or _id first.`
}
