import type { Challenge } from 'altcha-lib'

/** Tells people's posts from robots'. */
export interface BotCheck {
  /**
   * Gives the token's nonce, which the caller spends, so that it is used once.
   * @throws ProblemError if it proves nothing, or if nobody can tell now, which is never a pass
   */
  verify(token: string): Promise<string>
  /** The task that a browser solves, where the check is our own. Rejects when it can't be signed now. */
  challenge?(): Promise<Challenge>
}
