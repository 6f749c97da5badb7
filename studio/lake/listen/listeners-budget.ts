import { LakeError } from '../errors.ts'

/** How long all listeners without a token together may hold up a transaction, in ms. */
const STRANGERS_MS = 200
/** The same for the listeners of one editor: a fifth of the time after which a lake that does not answer is ended. */
const EDITOR_MS = 2000

/** How long each occasion has taken so far, by whose listeners. */
const spentOn = new WeakMap<object, Map<string | undefined, number>>()

/** What is left of the time that some listeners share. */
export interface ListenersBudget {
  /** @throws LakeError once it is used up */
  require: () => void
  /** Ends this listener's turn; the rest is for the next. */
  leave: () => void
}

/**
 * Takes what is left from now on.
 * @param occasion what listeners are told of: a transaction, or all that one of them missed
 * @param user whose listener it is; undefined for strangers, who share one budget
 */
export function takeBudget(occasion: object, user: string | undefined): ListenersBudget {
  const begun = performance.now()
  const all = spentOn.get(occasion) ?? new Map<string | undefined, number>()
  spentOn.set(occasion, all)
  const before = all.get(user) ?? 0
  const spent = (): number => before + performance.now() - begun
  return {
    require: () => {
      if (spent() > (user === undefined ? STRANGERS_MS : EDITOR_MS)) throw tooMuchWork(user)
    },
    leave: () => void all.set(user, spent()),
  }
}

function tooMuchWork(user: string | undefined): LakeError {
  const description =
    user === undefined
      ? `Listeners without a token are too much work: a change waits ${STRANGERS_MS} ms for all of them. Listen again in a moment.`
      : `Your listeners are too much work: a change waits ${EDITOR_MS} ms for all of them. Listen to fewer, or filter by fields of the document alone.`
  return new LakeError(503, 'tooManyListeners', description)
}
