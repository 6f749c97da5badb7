import { LakeError } from '../errors.ts'
import { startWorkClock, type WorkClock } from '../work-clock.ts'

/** How much work all listeners without a token together may be for a transaction, in ms. */
const STRANGERS_MS = 200
/** The same for the listeners of one editor: a fifth of the time after which a lake that does not answer is ended. */
const EDITOR_MS = 2000

/** The work that each occasion has been so far, by whose listeners. */
const workOn = new WeakMap<object, Map<string | undefined, WorkClock>>()

/** What is left of the work that some listeners share. */
export interface ListenersBudget {
  /** @throws BudgetUsedUp */
  require: () => void
  /** Ends this listener's turn; the rest is for the next. */
  leave: () => void
}

export class BudgetUsedUp extends LakeError {
  /** Whether an editor's other listeners used some of it: all of it may be enough for this one. */
  isOfOthers: boolean

  constructor(user: string | undefined, isFirst: boolean) {
    const description =
      user === undefined
        ? `Listeners without a token are too much work: a change waits ${STRANGERS_MS} ms for all of them. Listen again in a moment.`
        : `Your listeners are too much work: a change waits ${EDITOR_MS} ms for all of them. Listen to fewer, or filter by fields of the document alone.`
    super(503, 'tooManyListeners', description)
    this.isOfOthers = user !== undefined && !isFirst
  }
}

/**
 * Takes what is left from now on.
 * @param occasion what listeners are told of: a transaction, or all that one of them missed
 * @param user whose listener it is; undefined for strangers, who share one budget
 */
export function takeBudget(occasion: object, user: string | undefined): ListenersBudget {
  const all = workOn.get(occasion) ?? new Map<string | undefined, WorkClock>()
  workOn.set(occasion, all)
  const shared = all.get(user)
  shared?.resume()
  const clock = shared ?? startWorkClock()
  all.set(user, clock)
  return {
    require: () => {
      if (clock.exceeds(user === undefined ? STRANGERS_MS : EDITOR_MS))
        throw new BudgetUsedUp(user, shared === undefined)
    },
    leave: clock.pause,
  }
}
